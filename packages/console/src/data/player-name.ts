// Words that suit any sentence about a player.
const FIRST =
  'Amber Azure Blue Brave Bright Bronze Calm Cedar Clear Clever Cloudy Cobalt Copper Coral Cosy Crimson Crystal Early Eager Emerald Evening Fair Fern Forest Frosty Gentle Gold Golden Grand Green Happy Hazel Honest Indigo Ivory Jade Jolly Kind Lemon Light Lilac Lively Lucky Lunar Maple Marble Merry Mint Misty Morning Noble Ocean Olive Opal Orange Patient Pearl Polar Proud Purple Quick Quiet Rapid River Rosy Ruby Sandy Sapphire Scarlet Silent Silver Sky Snowy Solar Spring Steady Stellar Sunny Swift Teal Topaz True Velvet Violet Warm White Winter Wise'.split(
    ' ',
  );
const SECOND =
  'Acorn Anchor Aster Badger Beacon Bear Beaver Birch Bison Breeze Bridge Brook Canyon Castle Cloud Clover Comet Compass Condor Crane Daisy Deer Dolphin Dove Eagle Elk Falcon Feather Ferry Finch Fjord Fox Garden Garnet Glacier Harbour Hare Harp Hawk Heron Hill Island Ivy Juniper Kestrel Kite Lagoon Lake Lantern Lark Lily Lynx Magnet Meadow Meteor Moon Moose Mountain Oak Orbit Orchid Osprey Otter Owl Panda Parrot Pebble Penguin Pine Planet Plover Poppy Prairie Puffin Quartz Rabbit Raven Reef Robin Rocket Rose Sail Seal Shore Sparrow Star Stone Swan Thistle Tiger Tulip Turtle Valley Walrus Willow Wren'.split(
    ' ',
  );
const NUMBERS = 90;

/** FNV-1a, 32 bits, with a last mix for similar ids. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Such as "Amber Falcon 42". The same id gives the same name. */
export function shortName(playerId: string): string {
  const value = hash(playerId);
  const first = FIRST[value % FIRST.length];
  const rest = Math.floor(value / FIRST.length);
  const second = SECOND[rest % SECOND.length];
  // Always two digits.
  return `${first} ${second} ${10 + (Math.floor(rest / SECOND.length) % NUMBERS)}`;
}

/** Returns the claimed user id, else a short name. Only the player id is unique. */
export function playerName({ userId, id }: { readonly userId: string | null; readonly id: string }): string {
  return userId ?? shortName(id);
}
