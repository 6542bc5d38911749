/** A node:test reporter with one JSON line for each test, except suites. */
export default async function* resultLines(events) {
  for await (const { type, data } of events) {
    if ((type === 'test:pass' || type === 'test:fail') && data.details.type !== 'suite') {
      const { cause } = data.details.error ?? {};
      yield `${JSON.stringify({ name: data.name, passed: type === 'test:pass', reason: cause && String(cause) })}\n`;
    }
  }
}
