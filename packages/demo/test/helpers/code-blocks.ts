import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface CodeBlock {
  /** From the project's root. */
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const DOCUMENTS = ['README.md', 'packages/*/README.md', 'docs/**/*.md', 'bench/*.md'];

/** Finds the fenced blocks of the README, packages, documents and benchmark. */
export function codeBlocks(root: string): CodeBlock[] {
  const files = globSync(DOCUMENTS, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
  return files.flatMap((file) => blocksOf(file, readFileSync(path.join(root, file), 'utf8')));
}

function blocksOf(file: string, document: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { line: number; language: string; lines: string[] } | undefined;
  for (const [index, text] of document.split('\n').entries()) {
    const fence = /^\s*(?:```|~~~)(.*)$/.exec(text);
    if (fence && open) {
      blocks.push({ file, line: open.line, language: open.language, text: `${open.lines.join('\n')}\n` });
      open = undefined;
    } else if (fence) open = { line: index + 1, language: fence[1]?.trim() ?? '', lines: [] };
    else open?.lines.push(text);
  }
  if (open) throw new Error(`${file}:${open.line} has no end`);
  return blocks;
}
