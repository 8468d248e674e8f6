import { memberWithPassword } from './accounts.ts';
import type { Caller } from './caller.ts';
import { type Community, Member } from './community.ts';
import { formBody, noise } from './pictures.ts';

export const callerNames = ['anonymous', 'member', 'owner', 'other', 'flagged', 'manager', 'admin'] as const;
export type CallerName = (typeof callerNames)[number];
export type Method = Parameters<Caller['send']>[0];

/** Who and what a call can be about. */
export type Scene = {
  community: Community;
  /** Who makes the call. */
  caller: CallerName;
  /** A caller, with a session of their own, which some calls end. */
  member: (name: Exclude<CallerName, 'anonymous'>) => Promise<Member>;
  /** Whom a call about another member is about, when it does not matter whom. */
  bystander: Member;
  /** Somebody who signs in with `goodPassword`. */
  withPassword: () => Promise<Member>;
};

/** What a call needs to be right in everything but who makes it; without a path it is made to that of its row. */
export type CallParts = { path?: string; body?: unknown; headers?: Record<string, string> };

/**
 * What a feature's `<feature>.authorization.ts` exports: for each route a row with the status that each caller gets, in the
 * order of `callerNames`, and how its call is made where it takes something.
 */
export type Authorization = {
  rows: string;
  visibility?: Visibility;
  calls: Record<string, (scene: Scene) => CallParts | Promise<CallParts>>;
};

/** Who reads a list on which something of an author stands; `held` is a member while the author is flagged. */
export const readerNames = ['member', 'flagged', 'blocked', 'blocker', 'muter', 'anonymous', 'held'] as const;
export type ReaderName = (typeof readerNames)[number];

/** The two a list is about, before one of them hides the other. */
export type ListScene = { community: Community; author: Member; reader: Member };

/**
 * Whether each reader finds the author on each list, in the order of `readerNames`: `shown`, `hidden` or the status of a
 * refusal. Below it is said how the author gets there, for a list that they do not stand on by themselves; done for some
 * authors, it leaves a list that has several entries.
 */
export type Visibility = {
  rows: string;
  lists: Record<string, (scene: ListScene) => Promise<{ path?: string } | void>>;
};

/** The people of a community in which calls are made. */
export async function openScenes(community: Community): Promise<(caller: CallerName) => Scene> {
  const members = new Map<string, Promise<Member>>();
  const open = (name: Exclude<CallerName, 'anonymous'>) =>
    community.member({ isFlagged: name === 'flagged', role: name === 'manager' || name === 'admin' ? name : 'user' });
  const bystander = await community.member();
  let account: Promise<Member> | undefined;
  return (caller) => ({
    community,
    caller,
    bystander,
    async member(name) {
      const opened = await members.getOrInsertComputed(name, () => open(name));
      return new Member(community.server, { ...opened, cookie: await community.signIn(opened.id) });
    },
    withPassword: () => (account ??= memberWithPassword(community)),
  });
}

let picture: Promise<Buffer> | undefined;

/** A small picture in the field of a form. */
export async function pictureIn(field: string): Promise<CallParts> {
  picture ??= noise(24, 24).png().toBuffer();
  const form = new FormData();
  form.append(field, new File([new Uint8Array(await picture)], 'a.png'));
  return formBody(form);
}

/** What a browser sends of a form by itself. */
export const typed = (fields: Record<string, string>): CallParts => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
