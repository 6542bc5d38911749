import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { discordBody, slackBody, type WebhookContent } from '../../src/notifications/webhook-message.ts';

const PING = '@everyone <!channel> <@U123> [x](https://evil.example) https://evil.example `|> *b*\r\n• second line';

const content = (changes: Partial<WebhookContent> = {}): WebhookContent => ({
  more: 0,
  language: 'en',
  publicUrl: 'https://support.example',
  items: [
    {
      kind: 'reply',
      count: 2,
      project: { id: 'prj_1', name: 'A `<b>`' },
      tickets: [{ id: 'tkt_1', number: 4821, subject: PING }],
    },
  ],
  ...changes,
});

suite('texts of players in a chat', () => {
  test('of Slack are labels of links to the console, with all control characters escaped', () => {
    const { text } = JSON.parse(slackBody(content()));
    assert.equal(
      text,
      "Players replied to 2 of your tickets in `A '&lt;b&gt;'`\n• <https://support.example/tickets/tkt_1|" +
        '#4821 @everyone &lt;!channel&gt; &lt;@U123&gt; [x](https://evil.example) https://evil.example `/&gt;…>',
    );
  });

  test('of Discord are code, and mention nobody', () => {
    const { content: text, ...rest } = JSON.parse(discordBody(content()));
    assert.deepEqual(rest, { allowed_mentions: { parse: [] }, flags: 4 });
    const [heading, line, ...others] = text.split('\n');
    assert.equal(heading, "Players replied to 2 of your tickets in `A '<b>'`");
    assert.match(line, /^• `#4821 @everyone <!channel> [^`]*` <https:\/\/support\.example\/tickets\/tkt_1>$/);
    assert.deepEqual(others, []);
  });

  /** Finds the code in a message, and the text around it. A code ends with as many backticks. */
  function codeIn(message: string) {
    const code = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
    return { texts: Array.from(message.matchAll(code), ([, , text]) => text), rest: message.replaceAll(code, '') };
  }

  test('stay code and labels if the text before them has nothing to show', () => {
    const link = '[sign in](https://evil.example/login) @everyone';
    const invisible = ['\u200e', '\u0001', '\u200b\u200d', '\u3164', '\u2800\u00ad', ' ', '\u2066\u2069', ''];
    const subjects = [...invisible, '`', '``', '```', link].flatMap((subject) => [subject, link]);
    for (const name of ['Game', '\u200e']) {
      const message = (from: number) => {
        const tickets = subjects
          .slice(from, from + 10)
          .map((subject, index) => ({ id: `tkt_${index}`, number: null, subject }));
        return content({ items: [{ kind: 'reply', count: 10, project: { id: 'prj_1', name }, tickets }] });
      };
      const heading = name === 'Game' ? 'Game' : '…';
      for (const from of [0, 10, 14]) {
        const shown = subjects.slice(from, from + 10).map((subject) => {
          return invisible.includes(subject) ? '…' : subject.replaceAll('`', "'");
        });
        const discord = codeIn(JSON.parse(discordBody(message(from))).content);
        assert.deepEqual(discord.texts, [heading, ...shown]);
        assert.doesNotMatch(discord.rest, /`|\[|@/);
        const slack = codeIn(JSON.parse(slackBody(message(from))).text.replace(/<[^>]*>/g, '<>'));
        assert.deepEqual(slack.texts, [heading]);
        assert.doesNotMatch(slack.rest, /`|\[|@/);
        const labels = [...JSON.parse(slackBody(message(from))).text.matchAll(/<[^|>]+\|([^>]*)>/g)];
        assert.equal(labels.length, 10);
        for (const [, label] of labels) assert.notEqual(label.trim(), '');
      }
    }
  });

  test('are left out without an address of the console, and long messages are cut', () => {
    const { text } = JSON.parse(slackBody(content({ publicUrl: '', language: 'de' })));
    assert.equal(text, "Antworten von Spielern auf 2 deiner Tickets in `A '&lt;b&gt;'`");
    const [item = assert.fail()] = content().items;
    const many = content({ items: Array.from({ length: 60 }, () => item) });
    const { content: long } = JSON.parse(discordBody(many));
    assert.ok(long.length < 2000, String(long.length));
    assert.equal(long.split('\n').length, 13);
    assert.match(long, /\nand more$/);
    const { text: counted } = JSON.parse(slackBody(content({ more: 3 })));
    assert.match(counted, /\nand more$/);
  });

  test('fit into a message of Discord, however long their subjects and the address of the console are', () => {
    const ticket = { id: `tkt_${'x'.repeat(60)}`, number: 2 ** 31 - 1, subject: 'W'.repeat(500) };
    const project = { id: 'prj_1', name: 'P'.repeat(200) };
    const items = [{ kind: 'new_ticket', count: 5, project, tickets: Array(5).fill(ticket) }] as const;
    const { content: text } = JSON.parse(
      discordBody(content({ publicUrl: `https://${'support.'.repeat(30)}example`, items })),
    );
    assert.ok(text.length > 1000 && text.length < 2000, String(text.length));
    assert.match(text, /`\n• `#2147483647 W+…` <https:.*x>\nand more$/s);
  });
});
