// Says so where the browser used no passkey, as it was cancelled or there is none.
document.addEventListener("allauth.error", (event) => {
  const message = document.getElementById("passkey-error");
  if (!message) return;
  message.hidden = false;
  event.preventDefault();
});
