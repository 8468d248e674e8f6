import { connections } from '../../../apps/server/src/features/connections/connections.tables.ts';
import { type FillContext, insertAll } from './fill-context.ts';
import { day } from './planned-times.ts';
import { SeededRandom } from './seeded-random.ts';

/** Minimum number of connections per member. The demo member has more. */
const connectionsOfEach = 4;
const connectionsOfDemoMember = 14;
const requestsToDemoMember = 2;

/** Connects the members of each conversation and some random others. */
export async function fillConnections({ tx, demo, now, idOf, demoMember }: FillContext): Promise<void> {
  const pairs = new Map<string, readonly [string, string]>();
  const add = (one: string, other: string) => {
    if (one !== other) pairs.set([one, other].toSorted().join(' '), [one, other]);
  };
  for (const { one, other } of demo.conversations) add(one, other);
  for (const { handle } of demo.members) {
    const count = handle === demoMember ? connectionsOfDemoMember : connectionsOfEach;
    const others = new SeededRandom(`connected ${handle}`).shuffled(demo.members.map((member) => member.handle));
    for (const other of others.slice(0, count)) if (handle === demoMember || other !== demoMember) add(handle, other);
  }
  const connectionRows = [...pairs].flatMap(([key, [one, other]]) => {
    const since = new Date(now.getTime() - new SeededRandom(key).between(0.5, 30) * day);
    return [
      { memberId: idOf(one), otherId: idOf(other), state: 'connected' as const, since },
      { memberId: idOf(other), otherId: idOf(one), state: 'connected' as const, since },
    ];
  });
  const unconnectedMembers = demo.members
    .map(({ handle }) => handle)
    .filter((handle) => handle !== demoMember && !pairs.has([handle, demoMember].toSorted().join(' ')));
  const requestRows = unconnectedMembers.slice(-requestsToDemoMember).flatMap((handle, index) => {
    const since = new Date(now.getTime() - (index + 0.3) * day);
    return [
      { memberId: idOf(demoMember), otherId: idOf(handle), state: 'incoming' as const, since },
      { memberId: idOf(handle), otherId: idOf(demoMember), state: 'requested' as const, since },
    ];
  });
  await insertAll(tx, connections, [...connectionRows, ...requestRows]);
}
