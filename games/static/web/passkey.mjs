// Says so where the browser used no passkey, as it was cancelled or there is none.
document.addEventListener("allauth.error", (event) => {
  const trouble = document.getElementById("passkey-trouble");
  if (!trouble) return;
  trouble.hidden = false;
  event.preventDefault();
});
