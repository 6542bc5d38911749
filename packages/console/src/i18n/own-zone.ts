/**
 * The time zone of this browser. A browser that does not know it says `Etc/Unknown`, which is no
 * time zone.
 */
export function ownZone(zone = new Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  return zone === 'Etc/Unknown' ? 'UTC' : zone;
}
