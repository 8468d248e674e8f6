import { randomUUID } from 'node:crypto';
import { createPost } from '@commons/contract/feed/schemas';
import { newcomer } from './accounts.ts';
import type { Answer, Caller } from './caller.ts';
import type { Community } from './community.ts';
import { formBody, noise } from './pictures.ts';

/** A call that creates something, ready to be made once or many times; a server beside the first can be asked, too. */
export type CreatingCall = (headers?: Record<string, string>, beside?: Community) => Promise<Answer<unknown>>;

type Parts = { body: unknown; headers?: Record<string, string> };

let picture: Promise<Buffer> | undefined;

async function pictureForm(field: string): Promise<Parts> {
  picture ??= noise(24, 24).png().toBuffer();
  const form = new FormData();
  form.append(field, new File([new Uint8Array(await picture)], 'a.png'));
  return formBody(form);
}

/** What each creating call needs, by its path; every one is made by somebody new, and is right. */
const partsOf: Record<string, (community: Community) => Promise<Parts & { path?: string }>> = {
  '/api/posts': async () => ({ body: { content: 'A quiet morning' } }),
  '/api/posts/{id}/comments': async (community) => {
    const author = await community.member();
    const post = await author.call(createPost, { body: { content: 'Good morning' } });
    return { path: `/api/posts/${post.body.id}/comments`, body: { content: 'Good morning to you' } };
  },
  '/api/messages': async (community) => ({ body: { receiverId: (await community.member()).id, content: 'Hello' } }),
  '/api/connections': async (community) => ({ body: { userId: (await community.member()).id } }),
  '/api/reports': async (community) => ({
    body: { subjectType: 'member', subjectId: (await community.member()).id, reason: 'spam' },
  }),
  '/api/waitlist': async () => ({
    body: { firstName: 'Ana', lastName: 'Lund', email: `${randomUUID()}@newcomers.test` },
  }),
  '/api/uploads/images': async () => pictureForm('file'),
  '/api/uploads/message-photos': async () => pictureForm('file'),
  '/api/auth/user/photo': async () => pictureForm('photo'),
  '/api/auth/sign-up/email': async () => ({ body: newcomer() }),
};

export const pathsOfCreatingCalls = Object.keys(partsOf);

/** Prepares one creating call of a new member. */
export async function prepareCreatingCall(community: Community, path: string): Promise<CreatingCall> {
  const { path: address = path, body, headers: own } = await partsOf[path]!(community);
  const { cookie } = await community.member();
  return (headers = {}, at = community) => {
    const caller: Caller = at.visitor;
    return caller.send('POST', address, { body, headers: { cookie, ...own, ...headers } });
  };
}
