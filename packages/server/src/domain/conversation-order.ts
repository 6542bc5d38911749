/** Ordered by time, but each ticket's messages keep their order: clocks of nodes can differ. */
export function interleave<Message>(
  conversations: readonly (readonly Message[])[],
  timeOf: (message: Message) => number,
): Message[] {
  const timed = conversations.flatMap((messages) => {
    let latest = Number.NEGATIVE_INFINITY;
    return messages.map((message) => {
      latest = Math.max(latest, timeOf(message));
      return { message, time: latest };
    });
  });
  // The sort is stable.
  return timed.sort((a, b) => a.time - b.time).map(({ message }) => message);
}
