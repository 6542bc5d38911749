/**
 * The messages of several tickets as one list, ordered by time. Those of one ticket keep their
 * order, although their times can differ from it by the clocks of nodes.
 *
 * @param conversations each in its order. Of messages with the same time, those of earlier
 *   conversations come first
 */
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
