// The site shows times in the zone of the device: this cookie tells it with the next request, and asks for none itself.
"use strict";

{
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const told = `zone=${timeZone}`;
  if (timeZone && !document.cookie.split("; ").includes(told)) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${told}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
}
