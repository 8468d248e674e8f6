/** Interval between echoes, and time for an echo to arrive. Together less than 15 s. */
const echoMilliseconds = 4_000;
const echoTimeoutMilliseconds = 6_000;

/**
 * Monitors whether a listener still receives messages: sends an echo at intervals through the same channel. Calls
 * `onEchoLost` if an echo was sent and did not arrive in time. An echo that could not be sent proves nothing.
 */
export function monitorEchoes(options: { send: () => Promise<unknown>; onEchoLost: () => void }) {
  const { send, onEchoLost } = options;
  let missingSince: number | undefined;
  let receivedAt = -Infinity;
  const probe = () => {
    const sentAt = performance.now();
    send().then(
      () => {
        if (receivedAt < sentAt) missingSince ??= performance.now();
      },
      () => {},
    );
  };
  const timer = setInterval(() => {
    if (missingSince !== undefined && performance.now() - missingSince > echoTimeoutMilliseconds) onEchoLost();
    else probe();
  }, echoMilliseconds);
  probe();
  return {
    /** Sends an echo now instead of at the next interval. */
    probe,
    received() {
      receivedAt = performance.now();
      missingSince = undefined;
    },
    stop: () => clearInterval(timer),
  };
}
