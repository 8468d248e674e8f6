import type { Endpoint, EndpointInput } from '@commons/contract/endpoint';
import type { SignedInMember } from '../lib/members.ts';
import type { MarkKind } from './stored-marks.ts';
import type { World } from './world.ts';

/** A write as plain data. It is retried with the same key until it is acknowledged. */
export type Write = {
  kind: string;
  /** Identifies the write: its `Idempotency-Key` and part of its text. */
  key: string;
  /** Index of the member; negative for an admin, null for a visitor. */
  by: number | null;
  method: string;
  path: string;
  body?: unknown;
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
export type WriteContext = {
  world: World;
  index: number;
  member: SignedInMember;
  /** Connected with the member. Both belong to the same writer. */
  partner: SignedInMember;
  key: string;
  pick: <Item>(items: readonly Item[]) => Item | undefined;
};

/** A kind of write. `make` returns undefined while there is no subject for it. */
export type Kind = {
  name: string;
  /** Relative frequency. */
  weight: number;
  make: (turn: WriteContext) => Omit<Write, 'kind' | 'key' | 'by'> | undefined;
  /** Called with the response, to remember new subjects and marks. */
  onResponse?: (world: World, write: Write, response: ResponseBody) => void;
  isByVisitor?: true;
  isByAdmin?: true;
};

export type ResponseBody = { id: string; url: string; isLiked: boolean; poll: { options: { id: string }[] } | null };

/** Creates the request of a write from an endpoint of the contract. */
export function call<const Definition extends Endpoint>(
  { method, path }: Definition,
  input: EndpointInput<Definition>,
): Pick<Write, 'method' | 'path' | 'body'> {
  const { params = {}, body } = input as { params?: Record<string, string>; body?: unknown };
  return { method, path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''), body };
}

/** Returns the text of a write. It ends with the key, so that it can be found again. */
export const textOf = (key: string): string => `Written under load, ${key}`;
