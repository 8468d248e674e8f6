import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { MarkKind } from './stored-marks.ts';
import type { Write } from './write.ts';

type Line = { sent: Write } | { acknowledged: string; mark: string | null | undefined } | { refused: string };

/**
 * Records sent and acknowledged writes in a file, so that a run can resume after a crash. One line is written before
 * the call and one after its response.
 */
export class Ledger {
  readonly #file: string;
  readonly #sent = new Map<string, Write>();
  readonly #acknowledged = new Set<string>();
  readonly #openSlots = new Set<string>();

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n'))
      // A killed program may leave an incomplete last line.
      if (line.endsWith('}')) this.#apply(JSON.parse(line) as Line);
  }

  #apply(line: Line): void {
    if ('sent' in line) {
      this.#sent.set(line.sent.key, line.sent);
      this.#openSlots.add(line.sent.slot);
      return;
    }
    const write = this.#sent.get('refused' in line ? line.refused : line.acknowledged);
    if (!write) return;
    this.#openSlots.delete(write.slot);
    if ('refused' in line) this.#sent.delete(write.key);
    else {
      this.#acknowledged.add(write.key);
      if (line.mark !== undefined) write.mark = line.mark;
    }
  }

  #add(line: Line): void {
    this.#apply(line);
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }

  recordSent(write: Write): void {
    this.#add({ sent: write });
  }

  recordAcknowledged({ key, mark }: Write): void {
    this.#add({ acknowledged: key, mark });
  }

  /** Records that the server refused the write: it must not be stored. */
  recordRefused({ key }: Write): void {
    this.#add({ refused: key });
  }

  /** Returns whether the slot has an unacknowledged write. Its retry could overwrite a later write. */
  isOpen(slot: string): boolean {
    return this.#openSlots.has(slot);
  }

  /** Returns all slots with a write. */
  slots(): Set<string> {
    return new Set([...this.#sent.values()].map(({ slot }) => slot));
  }

  get acknowledgedCount(): number {
    return this.#acknowledged.size;
  }

  /** Returns the unacknowledged writes in the order in which they were sent. */
  unacknowledged(): Write[] {
    return [...this.#sent.values()].filter(({ key }) => !this.#acknowledged.has(key));
  }

  countByKind(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { kind, key } of this.#sent.values())
      if (this.#acknowledged.has(key)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  }

  /** Returns the marks that must be stored, by kind: the last acknowledged write of each slot. */
  expected(): Map<MarkKind, Set<string>> {
    const last = new Map<string, Write>();
    for (const write of this.#sent.values())
      if (this.#acknowledged.has(write.key)) last.set(`${write.markKind} ${write.slot}`, write);
    const expected = new Map<MarkKind, Set<string>>();
    for (const { markKind, mark } of last.values())
      if (markKind && mark) expected.getOrInsertComputed(markKind, () => new Set()).add(mark);
    return expected;
  }
}
