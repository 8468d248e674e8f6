import type { Endpoint, EndpointInput } from '@commons/contract/endpoint';
import { requireDefined } from '../lib/measurement.ts';
import type { SignedInMember } from '../lib/members.ts';
import type { MarkKind } from './stored-marks.ts';
import type { Item, World } from './world.ts';

/** `by` replaces the member whose turn it is. */
type Request = { method: string; path: string; body?: unknown; by?: SignedInMember };

/** A write as plain data. It is retried with the same key until it is acknowledged. */
export type Write = Omit<Request, 'by'> & {
  kind: string;
  /** Identifies the write: its `Idempotency-Key` and part of its text. */
  key: string;
  /** Undefined for a visitor. */
  by: SignedInMember | undefined;
  /** Form field for the picture. */
  pictureField?: string;
  /** Kind of the stored mark. Undefined when only the recounts check the write. */
  markKind?: MarkKind;
  /** The stored mark; null when the write deletes it. Undefined until the response contains it. */
  mark?: string | null;
  /** Writes to one slot overwrite each other. */
  slot: string;
  /** Path that returns `isLiked`, to check whether a toggle was applied. */
  statePath?: string;
};

/** The member who writes next, and their partner. */
export type Turn = {
  world: World;
  /** Index of the member in the world. */
  index: number;
  member: SignedInMember;
  /** Connected with the member. Both belong to the same writer. */
  partner: SignedInMember;
  key: string;
};

export type ResponseBody = {
  id: string;
  url: string;
  isLiked: boolean;
  profileImageUrl: string;
  images: { url: string }[];
  poll: { options: { id: string }[] } | null;
};
type OnResponse = (world: World, write: Write, response: ResponseBody) => void;

/** A kind of write. `make` returns undefined while there is no subject for it. */
export type Kind = {
  name: string;
  /** Relative frequency. */
  weight: number;
  make: (turn: Turn) => (Omit<Write, 'kind' | 'key' | 'by'> & Request) | undefined;
  /** Called with the response, to remember new subjects and marks. */
  onResponse?: OnResponse;
  caller?: 'visitor' | 'admin';
};

/** Creates the request of a write from an endpoint of the contract. */
export function call<const Definition extends Endpoint>(
  { method, path }: Definition,
  input: EndpointInput<Definition>,
): Request {
  const { params = {}, body } = input as { params?: Record<string, string>; body?: unknown };
  return { method, path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''), body };
}

/** Returns the text of a write. It ends with the key, so that it can be found again. */
export const textOf = (key: string): string => `Written under load, ${key}`;

/** A write that adds a row. Its key is the mark. */
export const creation = (
  name: string,
  weight: number,
  markKind: MarkKind,
  request: (turn: Turn) => Request | undefined,
  more: Pick<Kind, 'onResponse' | 'caller'> = {},
): Kind => ({
  name,
  weight,
  make(turn) {
    const made = request(turn);
    return made && { ...made, markKind, mark: turn.key, slot: turn.key };
  },
  ...more,
});

/** A write that sets or deletes one value of a subject. Several of the same subject overwrite each other. */
export const assignment = (
  name: string,
  weight: number,
  markKind: MarkKind,
  assign: (turn: Turn) => { request: Request; subject: string; mark: string | null } | undefined,
): Kind => ({
  name,
  weight,
  make(turn) {
    const made = assign(turn);
    return made && { ...made.request, markKind, mark: made.mark, slot: `${markKind} ${made.subject}` };
  },
});

/** A member's change or deletion (`DELETE`) of the newest item of a kind that they created. */
export const change = (
  name: string,
  weight: number,
  markKind: MarkKind,
  itemKind: Item['kind'],
  request: (item: Item, turn: Turn) => Request,
): Kind => ({
  name,
  weight,
  make(turn) {
    const item = turn.world.items.findLast(({ member, kind }) => member === turn.member && kind === itemKind);
    if (!item) return undefined;
    const made = request(item, turn);
    return { ...made, markKind, mark: made.method === 'DELETE' ? null : turn.key, slot: item.slot };
  },
  onResponse(world, { method, slot }) {
    if (method === 'DELETE') removeItem(world, slot);
  },
});

export const addItem = (world: World, { by, slot }: Write, item: Omit<Item, 'member' | 'slot'>): void =>
  void world.items.push({ ...item, slot, member: requireDefined(by) });

export const removeItem = (world: World, slot: string): void => {
  world.items = world.items.filter((item) => item.slot !== slot);
};
