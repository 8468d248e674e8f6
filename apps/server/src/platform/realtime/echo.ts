/** Interval between echoes, and time for an echo to arrive. Together less than 15 s. */
const echoMilliseconds = 4_000;
const patienceMilliseconds = 6_000;

/**
 * Monitors whether a listener still receives messages: sends an echo at intervals through the same channel. Calls
 * `onDeaf` if an echo was sent and did not arrive in time. An echo that could not be sent proves nothing.
 */
export function listenForEchoes(options: { send: () => Promise<unknown>; onDeaf: () => void }) {
  const { send, onDeaf } = options;
  let unheardSince: number | undefined;
  let heardAt = -Infinity;
  const ask = () => {
    const askedAt = performance.now();
    send().then(
      () => {
        if (heardAt < askedAt) unheardSince ??= performance.now();
      },
      () => {},
    );
  };
  const timer = setInterval(() => {
    if (unheardSince !== undefined && performance.now() - unheardSince > patienceMilliseconds) onDeaf();
    else ask();
  }, echoMilliseconds);
  ask();
  return {
    /** Sends an echo now instead of at the next interval. */
    ask,
    heard() {
      heardAt = performance.now();
      unheardSince = undefined;
    },
    stop: () => clearInterval(timer),
  };
}
