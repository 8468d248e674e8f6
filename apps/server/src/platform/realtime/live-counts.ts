import type { ServerFrame } from '@commons/contract/live/schemas';
import type { FastifyBaseLogger } from 'fastify';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import type { Bus } from './bus.ts';
import type { Sockets } from './sockets.ts';

/** A member's count. Of two values, the one with the higher revision is newer. */
export type LiveCount = { count: number; revision: number };

/** Delay before a failed count is retried. */
const retryMilliseconds = 1_000;

type Dependencies = { bus: Bus; sockets: Sockets; log: Pick<FastifyBaseLogger, 'warn'> };

/** Creates a badge count that is computed on request and updated in all tabs of the member. */
export function liveCount(name: string) {
  return {
    /** Triggers a recount for these members in every process after the commit. */
    notify(work: UnitOfWork, memberIds: string[]): void {
      if (memberIds.length > 0) work.publish({ note: name, ids: [], memberIds });
    },

    /**
     * Starts counting for members with a tab in this process, whenever `tell` reports a change. Changes during a count
     * are combined into the next one. Returns a function that stops it.
     */
    start(
      { bus, sockets, log }: Dependencies,
      countAll: (memberIds: string[]) => Promise<Map<string, LiveCount>>,
      toFrame: (count: LiveCount) => ServerFrame,
    ): () => void {
      const changedMembers = new Set<string>();
      let isCounting = false;
      let retry: NodeJS.Timeout | undefined;

      const count = async () => {
        if (isCounting) return;
        isCounting = true;
        while (changedMembers.size > 0) {
          const memberIds = [...changedMembers];
          changedMembers.clear();
          try {
            for (const [memberId, value] of await countAll(memberIds)) sockets.deliver(memberId, toFrame(value));
          } catch (error) {
            log.warn({ err: error, figure: name }, 'a live count failed and will be retried');
            for (const memberId of memberIds) changedMembers.add(memberId);
            retry = setTimeout(() => void count(), retryMilliseconds);
            break;
          }
        }
        isCounting = false;
      };

      bus.subscribe((envelope) => {
        if (!('note' in envelope) || envelope.note !== name) return;
        for (const memberId of envelope.memberIds) if (sockets.has(memberId)) changedMembers.add(memberId);
        void count();
      });
      return () => clearTimeout(retry);
    },
  };
}
