export type Outcome = {
  kind: string;
  /** Undefined without a complete response. */
  status: number | undefined;
  milliseconds: number;
  /**
   * Whether a client can interpret an error: it says when to retry, or it is a problem document and not an unknown
   * error (500).
   */
  isClear: boolean;
  /** Status, and the beginning of the body of an error. */
  text: string;
};

/** Collects the responses of the servers to a mixed load. */
export class ResponseLog {
  outcomes: Outcome[] = [];
  /** Number of accepted calls since the last failed one. */
  acceptedStreak = 0;

  record(kind: string, { status, headers }: Pick<Response, 'status' | 'headers'>, milliseconds: number, body: unknown) {
    const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
    const mayRetry = status === 503 || status === 429;
    const isClear = status < 400 || (mayRetry ? headers.has('retry-after') : isProblem && status < 500);
    const text = status < 400 ? `${status}` : `${status} ${JSON.stringify(body)?.slice(0, 120)}`;
    this.outcomes.push({ kind, status, milliseconds, isClear, text });
    if (status < 400) this.acceptedStreak += 1;
    else if (mayRetry) this.acceptedStreak = 0;
  }

  /** Records a call without a complete response: the connection was refused, closed or too slow. */
  recordNoResponse(kind: string, milliseconds: number): void {
    this.outcomes.push({ kind, status: undefined, milliseconds, isClear: true, text: 'no response' });
    this.acceptedStreak = 0;
  }

  /** Returns the outcomes since the last call. */
  take(): Outcome[] {
    const taken = this.outcomes;
    this.outcomes = [];
    this.acceptedStreak = 0;
    return taken;
  }
}

/** Whether a member would have to try again. Other errors are final, for example those of a removed post. */
export const isFailure = ({ status }: Outcome): boolean => status === undefined || status >= 500 || status === 429;
export const isRefusedForNow = ({ status }: Outcome): boolean => status === 503 || status === 429;
export const isAccepted = ({ status = 0 }: Outcome): boolean => status > 0 && status < 400;

/** Describes outcomes: "40 × 201, 2 × no response". */
export function describeOutcomes(outcomes: readonly Outcome[], describe: (outcome: Outcome) => string): string {
  const groups = [...Map.groupBy(outcomes, describe)];
  return groups.map(([text, { length }]) => `${length} × ${text}`).join(', ');
}

export const statusOf = ({ status }: Outcome): string => String(status ?? 'no response');
export const kindAndStatusOf = (outcome: Outcome): string => `${outcome.kind} ${statusOf(outcome)}`;
