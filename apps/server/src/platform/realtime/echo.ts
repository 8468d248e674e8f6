/** How often a listener is sent an echo, and how long one that left may take. Together less than 15 s. */
const echoMilliseconds = 4_000;
const patienceMilliseconds = 6_000;

/**
 * Finds out whether a listener still hears: sends an echo to it now and then, by the way on which everything comes. An
 * echo that left and did not come back in time calls `onDeaf`; one that could not leave proves nothing.
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
    /** Asks at once, instead of when it is time. */
    ask,
    heard() {
      heardAt = performance.now();
      unheardSince = undefined;
    },
    stop: () => clearInterval(timer),
  };
}
