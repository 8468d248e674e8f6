import { type Logger, type LoggerOptions, pino } from 'pino';

/**
 * Options for structured logs without personal data. A request is logged by method, route and id, without address,
 * query, headers or body. An error is logged by type, message and stack, without the values of the failed statement.
 */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  serializers: {
    req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }),
    res: (reply) => ({ statusCode: reply.statusCode }),
    err: describeError,
  },
});

type LoggedError = { type: string; message: string; stack: string; code?: string; constraint?: string };

function describeError(error: Error & { code?: unknown; constraint?: unknown }): LoggedError {
  // drizzle's message contains the values of a failed statement. The database error below it does not.
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
 * Creates the logger of the process. Buffers lines for at most a quarter of a second. A killed process loses buffered
 * lines. A normal exit or a crash does not.
 */
export function createLogger(level: string): Logger {
  const lines = pino.destination({ minLength: 4_096, periodicFlush: 250, sync: true });
  // Log lines are lost on a full disk, but the server continues.
  lines.on('error', () => undefined);
  // Not `flushSync`, which retries forever if the reader of the log is gone.
  process.once('exit', () => lines.flush());
  return pino(loggerOptions(level), lines);
}
