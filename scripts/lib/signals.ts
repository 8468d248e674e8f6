const repeatMs = 1_000;

/** The signals that ask a program to stop. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Lets a stop signal through once. On Ctrl-C the terminal signals every process in the foreground, and npm, which is
 * one of them, passes the signal on to the script it runs. `timeout` signals npm twice, and a closed terminal signals
 * the group once more. The server would take the second signal for an impatient person and cut its members off. A
 * Ctrl-C after a second still gets through.
 *
 * Call it before anything listens to signals, because Node binds `process.emit` when the first listener is added.
 */
export function passSignalsOnce(): void {
  const emit = process.emit.bind(process);
  let passedAt = -Infinity;
  const filtered = (event: string, ...details: unknown[]): boolean => {
    if (stopSignals.some((signal) => signal === event)) {
      if (performance.now() - passedAt < repeatMs) return true;
      passedAt = performance.now();
    }
    return Reflect.apply(emit, process, [event, ...details]);
  };
  process.emit = filtered as typeof process.emit;
}
