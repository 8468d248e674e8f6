/** Counts the responses of a server during a fault, and collects errors that clients cannot interpret. */
export class ResponseLog {
  readonly #byStatus = new Map<number, number>();
  /** Errors without a problem document, unknown errors (500), and refusals without `Retry-After`. */
  readonly unclear: string[] = [];
  #silences = 0;
  acceptedStreak = 0;

  record(status: number, headers: Headers, body: unknown): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.acceptedStreak =
      status < 400 ? this.acceptedStreak + 1 : status === 503 || status === 429 ? 0 : this.acceptedStreak;
    if (status < 400) return;
    const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
    const hasRetryAfter = headers.has('retry-after');
    const isClear = isProblem && (status === 503 || status === 429 ? hasRetryAfter : status < 500);
    if (!isClear) this.unclear.push(`${status} ${JSON.stringify(body)?.slice(0, 200)}`);
  }

  /** Counts a call without a response: the connection was refused, closed or too slow. */
  recordNoResponse(): void {
    this.#silences += 1;
    this.acceptedStreak = 0;
  }

  resetStreak(): void {
    this.acceptedStreak = 0;
  }

  clear(): void {
    this.#byStatus.clear();
    this.unclear.length = 0;
    this.#silences = 0;
    this.resetStreak();
  }

  count(isCounted: (status: number) => boolean): number {
    return [...this.#byStatus].reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
  }

  get missingResponses(): number {
    return this.#silences;
  }

  describe(): string {
    const statuses = [...this.#byStatus].toSorted(([one], [other]) => one - other);
    return [
      ...statuses.map(([status, count]) => `${count} × ${status}`),
      ...(this.#silences > 0 ? [`${this.#silences} × no response`] : []),
    ].join(', ');
  }
}
