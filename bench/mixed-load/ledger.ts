import type { MarkKind } from './stored-marks.ts';
import type { Write } from './write.ts';

/** Records sent and acknowledged writes. */
export class Ledger {
  readonly #sent = new Map<string, Write>();
  readonly #acknowledged = new Set<string>();
  readonly #openSlots = new Set<string>();

  recordSent(write: Write): void {
    this.#sent.set(write.key, write);
    this.#openSlots.add(write.slot);
  }

  recordAcknowledged({ key, slot }: Write): void {
    this.#acknowledged.add(key);
    this.#openSlots.delete(slot);
  }

  /** Records that the server refused the write: it must not be stored. */
  recordRefused({ key, slot }: Write): void {
    this.#sent.delete(key);
    this.#openSlots.delete(slot);
  }

  /** Returns whether the slot has an unacknowledged write. Its retry could overwrite a later write. */
  isOpen(slot: string): boolean {
    return this.#openSlots.has(slot);
  }

  #acknowledgedWrites(): Write[] {
    return [...this.#sent.values()].filter(({ key }) => this.#acknowledged.has(key));
  }

  /** Returns the unacknowledged writes in the order in which they were sent. */
  unacknowledged(): Write[] {
    return [...this.#sent.values()].filter(({ key }) => !this.#acknowledged.has(key));
  }

  /** Describes the acknowledged writes: "post 40, like 31". */
  describe(): string {
    const byKind = [...Map.groupBy(this.#acknowledgedWrites(), ({ kind }) => kind)];
    const counts = byKind.map(([kind, { length }]) => ({ kind, length }));
    const sorted = counts.toSorted((one, other) => other.length - one.length);
    return `${this.#acknowledged.size} writes of ${sorted.length} kinds: ${sorted.map(({ kind, length }) => `${kind} ${length}`).join(', ')}`;
  }

  /** Returns the marks that must be stored, by kind: the last acknowledged write of each slot. */
  expected(): Map<MarkKind, Set<string>> {
    const last = new Map(this.#acknowledgedWrites().map((write) => [`${write.markKind} ${write.slot}`, write]));
    const expected = new Map<MarkKind, Set<string>>();
    for (const { markKind, mark } of last.values())
      if (markKind && mark) expected.getOrInsertComputed(markKind, () => new Set()).add(mark);
    return expected;
  }
}
