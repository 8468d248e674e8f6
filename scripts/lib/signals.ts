const repeatMs = 1_000;

/** Signals that ask a program to stop. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Passes a stop signal on once and drops repetitions within a second. On Ctrl-C the terminal signals every process in
 * the foreground, and npm forwards the signal to its script as well. `timeout` and a closed terminal also signal twice.
 * The server would take a second signal as an order to stop immediately.
 *
 * Call it before any listener for signals is added: Node binds `process.emit` with the first one.
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
