import type { Endpoint, EndpointInput } from '@commons/contract/endpoint';
import type { SignedInMember } from '../lib/members.ts';
import type { Kept } from './kept.ts';
import type { World } from './world.ts';

/** Something that a member did, as plain data: it is sent again with the same key until it is acknowledged. */
export type Write = {
  kind: string;
  /** Names it: as `Idempotency-Key`, and in what it writes. */
  key: string;
  /** Whose it is, by their place among the members; null for a visitor. */
  by: number | null;
  method: string;
  path: string;
  body?: unknown;
  /** The field of a form, which carries the picture of the run. */
  pictureIn?: string;
  /** Where what it leaves can be found; nowhere when only the recounts speak of it. */
  keptIn?: Kept;
  /** What it leaves there; null when it takes away what was there. Undefined until its answer says so. */
  mark?: string | null;
  /** Of several writes to one thing the last counts. */
  slot: string;
  /** Whether what sending it twice would undo was done, by this answer and its `isLiked`. */
  look?: string;
};

/** Who is about to do something, and with whom. */
export type Turn = {
  world: World;
  index: number;
  member: SignedInMember;
  /** Connected with the member; both are one writer's. */
  partner: SignedInMember;
  key: string;
  pick: <Item>(items: readonly Item[]) => Item | undefined;
};

/** A way to write; `make` gives nothing while there is nothing to do it to. */
export type Kind = {
  name: string;
  /** How often, against the others. */
  weight: number;
  make: (turn: Turn) => Omit<Write, 'kind' | 'key' | 'by'> | undefined;
  /** What others can do something to from now on, or what its answer leaves. */
  learn?: (world: World, write: Write, answer: Answer) => void;
  isByVisitor?: true;
  isByAdmin?: true;
};

export type Answer = { id: string; url: string; isLiked: boolean; poll: { options: { id: string }[] } | null };

/** A call of the contract as the part of a write that is sent. */
export function call<const Definition extends Endpoint>(
  { method, path }: Definition,
  input: EndpointInput<Definition>,
): Pick<Write, 'method' | 'path' | 'body'> {
  const { params = {}, body } = input as { params?: Record<string, string>; body?: unknown };
  return { method, path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''), body };
}

/** What is written ends with the key of its write, by which it is found again. */
export const wordsOf = (key: string): string => `Written under load, ${key}`;
