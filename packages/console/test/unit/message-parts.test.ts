import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { messageParts } from '../../src/ticket/message-parts.ts';

const shape = (text: string) => messageParts(text).map((part) => (part.kind === 'log' ? part.lines : part.text));

/** Each is a log as a whole. */
const LOGS = {
  'C# in Unity': `NullReferenceException: Object reference not set to an instance of an object
  at Boss.Update () [0x00012] in <4a5e>:0
  at UnityEngine.Events.InvokableCall.Invoke () [0x00010] in <2f1b>:0
  at UnityEngine.EventSystems.StandaloneInputModule.Process () [0x00000] in <77aa>:0`,
  'the console of Unity': `UnityEngine.Debug:LogError (object)
Chest:Open () (at Assets/Scripts/Chest.cs:42)
Player:Interact(Chest) (at Assets/Scripts/Player.cs:7)

(Filename: Assets/Scripts/Chest.cs Line: 42)`,
  'JavaScript in Chromium': `TypeError: Cannot read properties of undefined (reading 'hp')
    at Boss.update (https://game.example/main.js:10:21)
    at async Promise.all (index 0)
    at https://game.example/main.js:99:3`,
  'JavaScript in Firefox': `update@https://game.example/main.js:10:21
step@https://game.example/main.js:44:9
@https://game.example/main.js:99:3
run/<@https://game.example/main.js:120:5`,
  Java: `Exception in thread "main" java.lang.IllegalStateException: no save
\tat com.studio.Save.load(Save.java:12)
\tat com.studio.Main.main(Main.java:5)
Caused by: java.io.IOException: disk full
\tat java.base/java.io.FileInputStream.read(FileInputStream.java:250)
\t... 2 more`,
  Python: `Traceback (most recent call last):
  File "game.py", line 12, in <module>
    main()
    ^^^^^^
  File "game.py", line 3, in main
    boss.update()
ValueError: no boss`,
  Unreal: `LogTemp: Error: No boss
LogWorld: Warning: Bringing up level
[2026.01.31-12.00.00:123][  0]LogInit: Display: Running engine
LogExit: Exiting.`,
  'gdb and Android': `#0  0x00007ffff7a in raise () from libc.so.6
#1  boss_update (hp=3) at boss.c:12
#02 pc 0004a1c8  /data/app/libgame.so (Boss::Update()+24)
#3 0x0000aaaa in main ()`,
  'macOS and Windows': `0   libsystem_kernel.dylib 0x00007ff81 __pthread_kill + 10
1   Game                   0x0000000104 Boss::Update() + 20
Game!Boss::Update() [D:\\game\\boss.cpp:12]
0x00007FF6A1B2C3D4 Game.exe`,
  'times at the beginning of lines': `2026-01-31 12:00:00.123 starting
[2026-01-31T12:00:01Z] loading
12:00:02 ready
01-31 12:00:03.000  1234  1234 E Unity : crash
2026.01.31-12.00.04 exit`,
  'levels at the beginning of lines': `[INFO] starting
WARN: no save
ERROR [net] timeout
E/Unity   ( 1234): crash`,
} as const;

suite('a stack trace or log is recognised', () => {
  for (const [name, log] of Object.entries(LOGS)) {
    test(name, () => assert.deepEqual(shape(log), [log.split('\n')]));
  }

  test('between the sentences of a message, which keep their line breaks', () => {
    const log = LOGS['C# in Unity'];
    assert.deepEqual(shape(`Hi!\n\nIt crashes:\n\n${log}\n\nPlease help.\nThanks`), [
      'Hi!\n\nIt crashes:',
      log.split('\n'),
      'Please help.\nThanks',
    ]);
  });

  test('more than once', () => {
    const log = LOGS.Unreal;
    assert.deepEqual(shape(`First:\n${log}\nthen:\n${log}`), ['First:', log.split('\n'), 'then:', log.split('\n')]);
  });

  test('with lines that end as on Windows', () => {
    const log = LOGS.Java.replaceAll('\n', '\r\n');
    assert.deepEqual(shape(log), [log.split('\n')]);
  });

  test('from four lines on', () => {
    const frames = Array.from({ length: 4 }, (_, index) => `  at Boss.Step${index} () [0x0]`);
    assert.deepEqual(shape(frames.join('\n')), [frames]);
    const three = frames.slice(1).join('\n');
    assert.deepEqual(shape(three), [three]);
  });
});

test('what people write stays plain text, exactly as it is', () => {
  for (const text of [
    '',
    '\n',
    '  I am stuck.\n\n\n  At the door (left), at the bridge.\n',
    '- one\n- two\n- three\n- four\n- five',
    '12:00:01 I died, because of:\n  - the boss\n  - the lava\n  - the lag',
    '1. at the door\n2. at the bridge\n3. at the well\n4. at the inn',
    '#1 sword\n#2 shield\n#3 bow\n#4 potion',
    'Error when I open the shop.\nWarning: I am angry.\nThe info says nothing.\nI get an error.',
    'I tried at 12:00.\n12:30 again\n13:00 again\n13:30 again',
    '    indented\n    text\n    of a\n    poem',
    'Hello!\n  at Boss.Update () [0x0]\nand\n  at Boss.Step () [0x0]\nand\n  at Boss.Stop () [0x0]\nand so on',
    '{"a":1}\n<b>bold</b>\n<script>hacked()</script>\n{{x}}',
  ]) {
    assert.deepEqual(messageParts(text), [{ kind: 'text', start: 0, text }]);
  }
});

// A recogniser that takes quadratic time would need many minutes.
test('200 KB of hostile text take linear time', { timeout: 60_000 }, () => {
  const size = 200_000;
  for (const unit of [
    'a',
    ' ',
    '\n',
    '\t\n',
    ' \n  a\n',
    'at x(',
    'at x\n',
    'at x(\n\n',
    '.',
    'a.',
    'a:',
    'a!',
    '@',
    'a@b:1',
    '0x',
    '#1 ',
    '#1 at ',
    'File "',
    'File "x", line\n',
    '[',
    '12:00:00',
    'ERROR',
    'Error\nx\n',
    '\r',
  ]) {
    for (const prefix of ['', 'at ', 'at x(\nat x(\nat x(\nat x(\n']) {
      const text = prefix + unit.repeat(size / unit.length);
      const parts = messageParts(text);
      const length = parts.reduce(
        (sum, part) => sum + (part.kind === 'log' ? part.lines.join('\n') : part.text).length,
        0,
      );
      assert.ok(length <= text.length, unit);
    }
  }
});
