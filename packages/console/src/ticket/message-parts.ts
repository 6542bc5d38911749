/** Plain text, or a stack trace or log. */
export type MessagePart =
  | { readonly kind: 'text'; readonly start: number; readonly text: string }
  | { readonly kind: 'log'; readonly start: number; readonly lines: readonly string[] };

/** Shorter quotations belong to a sentence. */
const MIN_LINES = 4;
/** Lines that look like a log: Python puts source code between frames. */
const MIN_CERTAIN_LINES = 3;
/** Only the first characters decide: a very long line costs no more. */
const MAX_LOOKED_AT = 300;

const LEVEL = 'TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL';

/** People rarely write these themselves. */
const CERTAIN: readonly RegExp[] = [
  // JavaScript, Java, C#, Unity: "at Boss.Update () [0x00012] in Boss.cs:42"
  /^\s*at \S.*(?:\(|:\d)/,
  // Firefox and Safari: "update@https://game.example/main.js:1:2"
  /^\S*@\S+:\d+:\d+$/,
  // Unity: "Boss:Update() (at Assets/Boss.cs:42)" and "(Filename: Assets/Boss.cs Line: 42)"
  /^\s*[\w.<>`+/]+:[\w.<>`]+ ?\(.*\)/,
  /^\(Filename: /,
  // Java: "Caused by: ...", "... 12 more"
  /^\s*(?:Caused by: |Exception in thread |\.{3} \d+ more)/,
  // Python
  /^\s*(?:File ".*", line \d+|Traceback \(most recent call last\))/,
  // C++ and system libraries: "#0 0x00007ffd in main", "3 libgame.so 0x10a4c", "Boss::Update() [...]"
  /^\s*#\d+:?\s+(?:0x|pc\s|\S+\(|\S.* at \S+:\d)/,
  /^\s*(?:\d+\s+\S+\s+)?\[?0x[\da-f]{6,}/i,
  /^\s*\[?[\w.-]+![\w:~<>]+/,
  // "System.NullReferenceException: ...", "TypeError: ..."
  /^\s*[\w.]*(?:Exception|Error)(?::|$)/,
  // Unreal: "LogTemp: Error: ..."
  /^Log\w+: /,
  // "2026-01-31 12:00:00", "[12:00:00]", "01-31 12:00:00.000"
  /^\[?(?:(?:\d{4}[-./])?\d{2}[-./]\d{2}[T _-]+)?\d{2}[:.]\d{2}[:.]\d{2}(?!\d)/,
  // "ERROR ...", "[warn] ...", "E/Unity ( 123): ..."
  new RegExp(String.raw`^\s*(?:\[(?:${LEVEL})\]|(?:${LEVEL})(?::|\s+[[(\d]))`, 'i'),
  /^[VDIWEF]\/\w/,
];

function isCertain(line: string): boolean {
  const beginning = line.slice(0, MAX_LOOKED_AT).trimEnd();
  return CERTAIN.some((pattern) => pattern.test(beginning));
}

// A blank line between lines of a log belongs to it, and an indented one after its last.
const isBlank = (line: string) => line.trim() === '';
const isIndented = (line: string) => /^(?:\t| {2})/.test(line) && !isBlank(line);

/** Finds traces and logs in linear time. */
export function messageParts(message: string): MessagePart[] {
  const lines = message.split('\n');
  const certain = lines.map(isCertain);
  const parts: MessagePart[] = [];
  let textFrom = 0;
  const addText = (from: number, to: number) => {
    const text = trimBlankLines(lines.slice(from, to));
    if (text !== '') parts.push({ kind: 'text', start: from, text });
  };
  for (let from = 0; from < lines.length; ) {
    const to = certain[from] ? endOfLog(lines, certain, from) : from + 1;
    if (isLog(lines, certain, from, to)) {
      addText(textFrom, from);
      parts.push({ kind: 'log', start: from, lines: lines.slice(from, to) });
      textFrom = to;
    }
    from = to;
  }
  if (parts.length === 0) return [{ kind: 'text', start: 0, text: message }];
  addText(textFrom, lines.length);
  return parts;
}

/** Returns the index after the log's last line. */
function endOfLog(lines: readonly string[], certain: readonly boolean[], from: number): number {
  let end = from + 1;
  for (let index = end; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (certain[index]) end = index + 1;
    else if (end === index && isIndented(line)) end++;
    else if (!isBlank(line)) break;
  }
  return end;
}

function isLog(lines: readonly string[], certain: readonly boolean[], from: number, to: number): boolean {
  let filled = 0;
  let sure = 0;
  for (let index = from; index < to; index++) {
    if (!isBlank(lines[index] ?? '')) filled++;
    if (certain[index]) sure++;
  }
  return filled >= MIN_LINES && sure >= MIN_CERTAIN_LINES;
}

/** Joins the lines, without blank ones at both ends. */
function trimBlankLines(lines: readonly string[]): string {
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0) return '';
  return lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1).join('\n');
}
