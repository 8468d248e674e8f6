import type { ServerFrame } from '@commons/contract/live';
import type { FastifyBaseLogger } from 'fastify';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import type { Bus } from './bus.ts';
import type { Sockets } from './sockets.ts';

/** A count of something of one member. Of two the one with the higher revision was made later. */
export type LiveCount = { count: number; revision: number };

/** A count that failed is made again after this time: nothing else would. */
const retryMilliseconds = 1_000;

type Kit = { bus: Bus; sockets: Sockets; log: Pick<FastifyBaseLogger, 'warn'> };

/** A figure on a badge, which is counted when it is asked for and follows every change in all tabs of its member. */
export function liveCount(name: string) {
  return {
    /** Has it counted again in every tab of these members, once the transaction has committed. */
    tell(work: UnitOfWork, memberIds: string[]): void {
      if (memberIds.length > 0) work.publish({ note: name, ids: [], memberIds });
    },

    /**
     * Counts for those who have a tab on this process, after the commit of what changed their count, and once for all
     * that changed while the count before was under way. Returns the function that stops it.
     */
    open(
      { bus, sockets, log }: Kit,
      countAll: (memberIds: string[]) => Promise<Map<string, LiveCount>>,
      toFrame: (count: LiveCount) => ServerFrame,
    ): () => void {
      const changed = new Set<string>();
      let isCounting = false;
      let retry: NodeJS.Timeout | undefined;

      const count = async () => {
        if (isCounting) return;
        isCounting = true;
        while (changed.size > 0) {
          const memberIds = [...changed];
          changed.clear();
          try {
            for (const [memberId, counted] of await countAll(memberIds)) sockets.deliver(memberId, toFrame(counted));
          } catch (error) {
            log.warn({ err: error, figure: name }, 'what is unread was not counted');
            for (const memberId of memberIds) changed.add(memberId);
            retry = setTimeout(() => void count(), retryMilliseconds);
            break;
          }
        }
        isCounting = false;
      };

      bus.subscribe((envelope) => {
        if (!('note' in envelope) || envelope.note !== name) return;
        for (const memberId of envelope.memberIds) if (sockets.has(memberId)) changed.add(memberId);
        void count();
      });
      return () => clearTimeout(retry);
    },
  };
}
