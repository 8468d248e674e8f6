/** What a server under trouble said, and whether it said it as clients understand it. */
export class Answers {
  readonly #byStatus = new Map<number, number>();
  /** Errors without a problem document, those that say nothing but that something failed, and waits of unknown length. */
  readonly unclear: string[] = [];
  #silences = 0;
  takenInARow = 0;

  take(status: number, headers: Headers, body: unknown): void {
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1);
    this.takenInARow = status < 400 ? this.takenInARow + 1 : status === 503 || status === 429 ? 0 : this.takenInARow;
    if (status < 400) return;
    const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
    const saysWhen = headers.has('retry-after');
    const isClear = isProblem && (status === 503 || status === 429 ? saysWhen : status < 500);
    if (!isClear) this.unclear.push(`${status} ${JSON.stringify(body)?.slice(0, 200)}`);
  }

  /** No answer came: the connection was refused, cut or too slow. */
  silence(): void {
    this.#silences += 1;
    this.takenInARow = 0;
  }

  resetRow(): void {
    this.takenInARow = 0;
  }

  clear(): void {
    this.#byStatus.clear();
    this.unclear.length = 0;
    this.#silences = 0;
    this.resetRow();
  }

  count(isCounted: (status: number) => boolean): number {
    return [...this.#byStatus].reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
  }

  get silences(): number {
    return this.#silences;
  }

  describe(): string {
    const statuses = [...this.#byStatus].toSorted(([one], [other]) => one - other);
    return [
      ...statuses.map(([status, count]) => `${count} × ${status}`),
      ...(this.#silences > 0 ? [`${this.#silences} × no answer`] : []),
    ].join(', ');
  }
}
