import { type Logger, type LoggerOptions, pino } from 'pino';

/**
 * Structured logs without personal data: a request is its method, route and id, never its address, query, headers or
 * body; an error is its type, message and stack, without the values of the statement that failed.
 */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  serializers: {
    req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }),
    res: (reply) => ({ statusCode: reply.statusCode }),
    err: describeError,
  },
});

type Described = { type: string; message: string; stack: string; code?: string; constraint?: string };

function describeError(error: Error & { code?: unknown; constraint?: unknown }): Described {
  // drizzle puts the values of a failed statement into its message; the database's own error below it has none.
  const root = error.message.startsWith('Failed query') && error.cause instanceof Error ? error.cause : error;
  const { code, constraint } = root as typeof error;
  return {
    type: root.name,
    message: root.message,
    stack: root.stack?.replaceAll(/\nparams: .*/g, '') ?? '',
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
  };
}

/**
 * The logger of the process, also for what happens outside of requests. Lines are written some at a time, at the latest
 * after a quarter of a second: a process that is killed takes those with it, one that ends or fails does not.
 */
export function createLogger(level: string): Logger {
  const lines = pino.destination({ minLength: 4_096, periodicFlush: 250, sync: true });
  // A full disk under the log costs lines of it, and not the community.
  lines.on('error', () => undefined);
  // Not `flushSync`, which tries for ever when whoever read the log is gone.
  process.once('exit', () => lines.flush());
  return pino(loggerOptions(level), lines);
}
