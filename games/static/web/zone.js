// Tells the site which time zone a visitor without an account is in: by a cookie, and in the sign-up form.
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  const stored = () => document.cookie.split("; ").includes(`prweb-zone=${zone}`);
  if (zone && !stored()) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `prweb-zone=${zone}; Path=/; Max-Age=5184000; SameSite=Lax${secure}`;
    // What this page tells of times, it told without knowing: once more, unless cookies are off.
    if (stored() && "again" in document.currentScript.dataset && document.querySelector("main time")) location.reload();
  }
  for (const field of document.querySelectorAll("input[data-zone]")) field.value = zone;
}
