import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameForType, safeFileName } from '../../src/domain/file-name.ts';

/** Programs run these, or follow what they name. */
const RUNNABLE = [
  ...['html', 'htm', 'xhtml', 'hta', 'svg', 'js', 'mjs', 'jse', 'vbs', 'wsf', 'ps1', 'bat', 'cmd', 'com', 'exe', 'scr'],
  ...['pif', 'msi', 'cpl', 'dll', 'reg', 'inf', 'lnk', 'url', 'desktop', 'webloc', 'command', 'app', 'sh', 'py', 'jar'],
  ...['apk', 'docm', 'xlsm', 'chm', 'iso', 'scf', 'library-ms', 'settingcontent-ms', 'appref-ms', 'application'],
];
const TYPES = [
  ...['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif', 'image/avif', 'text/plain'],
  ...['video/mp4', 'video/quicktime', 'video/3gpp', 'video/webm', 'audio/mp4', 'application/pdf', 'application/zip'],
  ...['application/gzip', 'application/octet-stream', 'application/from-a-later-version'],
];

test('no file keeps an extension that a program runs, however it is written', () => {
  const nameOf = (name: string, type: string) => nameForType(safeFileName(name), type);
  for (const type of TYPES) {
    for (const extension of RUNNABLE) {
      for (const name of [
        ...[`a.${extension}`, `a.${extension.toUpperCase()}`, `a.png.${extension}`, `.${extension}`, extension],
        ...[
          `a.${extension}.`,
          `a.${extension} . .`,
          `a.${extension}\u00a0`,
          `a.\u202e${extension}`,
          `a.${extension}\u200b`,
        ],
        ...[`a.${extension}::$DATA`, `a.${extension}\0.`, `${'a'.repeat(300)}.${extension}`, `a.pdf .${extension}`],
      ]) {
        const found = nameOf(name, type);
        assert.ok(!found.toLowerCase().endsWith(`.${extension}`), `${JSON.stringify(name)} as ${type}: ${found}`);
        assert.match(found, /[^\s.]\.[a-z0-9]{2,4}$/);
        assert.equal(nameOf(found, type), found, 'the name is stable');
      }
    }
  }
});

test('the extension fits the type', () => {
  for (const [name, type, expected] of [
    ['report.html', 'application/pdf', 'report.pdf'],
    ['report.PDF', 'application/pdf', 'report.PDF'],
    ['page.html', 'text/plain', 'page.html.txt'],
    ['game.log', 'text/plain', 'game.log'],
    // UTF-16.
    ['game.log', 'application/octet-stream', 'game.log'],
    ['run.exe', 'application/octet-stream', 'run.bin'],
    ['scores.csv', 'text/plain', 'scores.csv'],
    ['scores.CSV', 'application/octet-stream', 'scores.bin'],
    ['Desktop.ini', 'text/plain', '_Desktop.ini'],
    ['crash.dmp', 'application/octet-stream', 'crash.dmp'],
    ['save', 'application/octet-stream', 'save.bin'],
    ['screenshot.bmp', 'application/octet-stream', 'screenshot.bmp'],
    ['IMG_1.DNG', 'application/octet-stream', 'IMG_1.DNG'],
    ['photo.cr3', 'application/octet-stream', 'photo.cr3'],
    ['photo.svg', 'application/octet-stream', 'photo.bin'],
    ['mod.jar', 'application/zip', 'mod.zip'],
    ['game.log.gz', 'application/gzip', 'game.log.gz'],
    ['IMG_1.HEIC', 'image/heic', 'IMG_1.HEIC'],
    ['IMG_1.jpg', 'image/heic', 'IMG_1.heic'],
    ['IMG_1.mov', 'video/quicktime', 'IMG_1.mov'],
    ['clip.exe', 'video/mp4', 'clip.mp4'],
    ['memo', 'audio/mp4', 'memo.m4a'],
  ] as const) {
    assert.equal(nameForType(name, type), expected);
  }
});

test('a name that is special on Windows gets an underscore, others do not', () => {
  for (const name of ['con', 'NUL.txt', 'aux .log', 'com1.tar.gz', 'LPT¹', 'conin$.txt', 'prn.', ' con.txt']) {
    assert.match(safeFileName(name), /^_[^_ ]/, name);
  }
  for (const name of [
    'desktop.ini',
    'Desktop.INI. ',
    'a/AUTORUN.inf',
    'Thumbs.db',
    'ehthumbs.db',
    'desktop\u200b.ini',
  ]) {
    assert.match(safeFileName(name), /^_[^_ ]/, name);
  }
  for (const name of [
    'console.log',
    'com.txt',
    'com12.txt',
    'null.txt',
    'my con.txt',
    'my desktop.ini',
    'desktop.ini.txt',
  ]) {
    assert.equal(safeFileName(name), name);
  }
});

test('a hidden character stays only where a word or an emoji needs it', () => {
  const needed = ['می\u200cخواهم.png', 'क्\u200dष.txt', '👩🏽\u200d💻.png', '🕵\ufe0f\u200d♂\ufe0f.png', '❤\ufe0f.png'];
  for (const name of [...needed, '1\ufe0f\u20e3.log', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png']) {
    assert.equal(safeFileName(name), name);
    const hidden = Array.from(name).join('\u2067');
    assert.equal(safeFileName(`${hidden}\u200d`), safeFileName(hidden), 'none stays at the end');
  }
  for (const hidden of [
    '\u200d',
    '\u200c',
    '\u200c\u200d',
    '\ufe0f',
    '\u202e',
    '\u3164',
    '\u{e0067}',
    '\u{e0062}\u{e007f}',
  ]) {
    for (const [before, after] of ['ab', 'а\u0431', 'é1', '一二', 'かな', '1.', 'می'] as const) {
      if (before === 'م' && hidden.length === 1 && /[\u200c\u200d]/.test(hidden)) continue;
      assert.equal(safeFileName(`${before}${hidden}${after}x.png`), `${before}${after}x.png`, JSON.stringify(hidden));
    }
    assert.equal(safeFileName(`م${hidden.repeat(2)}ی.png`), 'می.png');
  }
});
