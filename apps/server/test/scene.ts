import { memberWithPassword } from './accounts.ts';
import type { Caller } from './caller.ts';
import { type Community, Member } from './community.ts';
import { formBody, noise } from './pictures.ts';

export const callerNames = ['anonymous', 'member', 'owner', 'other', 'flagged', 'manager', 'admin'] as const;
export type CallerName = (typeof callerNames)[number];
export type Method = Parameters<Caller['send']>[0];

/** The participants of a call. */
export type Scene = {
  community: Community;
  /** The caller. */
  caller: CallerName;
  /** Returns a member by role, with a new session, because some calls end it. */
  member: (name: Exclude<CallerName, 'anonymous'>) => Promise<Member>;
  /** Any other member, for calls about another member. */
  bystander: Member;
  /** Returns a member with the password `goodPassword`. */
  withPassword: () => Promise<Member>;
};

/** The valid parts of a call, independent of the caller. The default path is the one of the row. */
export type CallParts = { path?: string; body?: unknown; headers?: Record<string, string> };

/**
 * The export of a feature's `<feature>.authorization.ts`: a row per route with the status for each caller, in the order
 * of `callerNames`, and the input of calls that need one.
 */
export type Authorization = {
  rows: string;
  visibility?: Visibility;
  /** For each kind of contribution of the feature, the route that creates one. The tests of all kinds use it. */
  kinds?: Record<string, string>;
  calls: Record<string, (scene: Scene) => CallParts | Promise<CallParts>>;
};

/** The readers of a list with an item of an author. `held` is a member while the author is flagged. */
export const readerNames = ['member', 'flagged', 'blocked', 'blocker', 'muter', 'anonymous', 'held'] as const;
export type ReaderName = (typeof readerNames)[number];

/** The author and the reader of a list, before one of them hides the other. */
export type ListScene = { community: Community; author: Member; reader: Member };

/**
 * Whether each reader sees the author on each list, in the order of `readerNames`: `shown`, `hidden`, or the status of
 * an error. `lists` puts an author on a list where they do not appear by themselves; for several authors it creates
 * several entries.
 */
export type Visibility = {
  rows: string;
  lists: Record<string, (scene: ListScene) => Promise<{ path?: string } | void>>;
};

/** Returns the calls of a list whose items members create, change, delete and react to. */
export function itemCalls(
  list: string,
  { body, change, reaction }: { body: object; change: object; reaction?: string },
): Authorization['calls'] {
  const request =
    (suffix = '', requestBody?: object) =>
    async ({ member }: Scene) => {
      const { id } = (await (await member('owner')).send<{ id: string }>('POST', list, { body })).body;
      return { path: `${list}/${id}${suffix}`, body: requestBody };
    };
  return {
    [`POST ${list}`]: () => ({ body }),
    [`GET ${list}/:id`]: request(),
    [`PUT ${list}/:id`]: request('', change),
    [`DELETE ${list}/:id`]: request(),
    ...(reaction && { [`POST ${list}/:id/${reaction}`]: request(`/${reaction}`) }),
  };
}

/** Creates the members for the scenes of all callers. */
export async function openScenes(community: Community): Promise<(caller: CallerName) => Scene> {
  const members = new Map<string, Promise<Member>>();
  const createMember = (name: Exclude<CallerName, 'anonymous'>) =>
    community.member({ isFlagged: name === 'flagged', role: name === 'manager' || name === 'admin' ? name : 'user' });
  const bystander = await community.member();
  let account: Promise<Member> | undefined;
  return (caller) => ({
    community,
    caller,
    bystander,
    async member(name) {
      const opened = await members.getOrInsertComputed(name, () => createMember(name));
      // An earlier call may have withdrawn their consent.
      await community.consent(opened.id);
      return new Member(community.server, { ...opened, cookie: await community.signIn(opened.id) });
    },
    withPassword: () => (account ??= memberWithPassword(community)),
  });
}

let picture: Promise<Buffer> | undefined;

/** Creates a form with a small picture. */
export async function pictureUpload(field: string): Promise<CallParts> {
  picture ??= noise(24, 24).png().toBuffer();
  const form = new FormData();
  form.append(field, new File([new Uint8Array(await picture)], 'a.png'));
  return formBody(form);
}

/** Encodes form fields like a browser without JavaScript. */
export const formFields = (fields: Record<string, string>): CallParts => ({
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});
