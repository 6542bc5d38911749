/** `Etc/Unknown` of a browser is no time zone. */
export function ownZone(zone = new Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return zone === 'Etc/Unknown' ? 'UTC' : zone;
}
