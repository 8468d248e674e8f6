import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { WebSocket } from 'ws';
import { root } from '../root.ts';

type Post = { id: string; content: string; images: { url: string }[] };

/** A frame of the live connection. */
type Frame = { type: string; postId?: string };

/** A frame must arrive within this time. */
const frameMilliseconds = 10_000;

/** A member of the community in the containers, who calls the API as a browser does. */
export class SmokeMember {
  readonly #publicUrl: string;
  #cookie = '';

  private constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /** The first member needs the setup code. */
  static async signUp(
    server: string,
    publicUrl: string,
    { firstName, setupCode }: { firstName: string; setupCode?: string },
  ): Promise<SmokeMember> {
    const member = new SmokeMember(publicUrl);
    const email = `${firstName.toLowerCase()}@members.test`;
    const password = 'four calm words here';
    const person = { firstName, lastName: 'Field', email, password, isAdult: true, ...(setupCode && { setupCode }) };
    await member.#send(server, 'POST', '/api/auth/sign-up/email', person);
    const response = await member.#send(server, 'POST', '/api/auth/sign-in/email', { email, password });
    member.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
    return member;
  }

  /** Shares a post with a picture and reads both. */
  async share(server: string, content: string): Promise<Post> {
    const form = new FormData();
    const picture = await sharp(await readFile(path.join(root, 'e2e/support/portrait.png'))).toBuffer();
    form.append('file', new File([new Uint8Array(picture)], 'portrait.png', { type: 'image/png' }));
    const uploaded = (await (await this.#send(server, 'POST', '/api/uploads/images', form)).json()) as { url: string };
    const images = [{ url: uploaded.url, alt: 'A portrait' }];
    const response = await this.#send(server, 'POST', '/api/posts', { content, images });
    const post = (await response.json()) as Post;
    await this.expectPost(server, post);
    return post;
  }

  async expectPost(server: string, { id, content, images }: Post): Promise<void> {
    const post = (await (await this.#send(server, 'GET', `/api/posts/${id}`)).json()) as Post;
    assert.equal(post.content, content);
    for (const { url } of images) {
      const picture = await this.#send(server, 'GET', new URL(url, server).pathname);
      assert.match(picture.headers.get('content-type') ?? '', /^image\//);
      await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    }
  }

  /** Comments through one server and waits for the live frame of another one. */
  async commentAcross(writing: string, listening: string, post: Post): Promise<void> {
    const headers = { cookie: this.#cookie, origin: this.#publicUrl };
    const socket = new WebSocket(`${listening.replace('http', 'ws')}/ws`, { headers });
    const arrived = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const { type, postId } = JSON.parse((data as Buffer).toString('utf8')) as Frame;
        if (type === 'comment.created' && postId === post.id) resolve();
      });
    });
    const signal = AbortSignal.timeout(frameMilliseconds);
    await once(socket, 'open', { signal });
    await this.#send(writing, 'POST', `/api/posts/${post.id}/comments`, { content: 'I read this.' });
    await Promise.race([
      arrived,
      once(signal, 'abort').then(() => Promise.reject(new Error('The live frame did not arrive.'))),
    ]);
    socket.close();
  }

  async #send(server: string, method: string, address: string, body?: object): Promise<Response> {
    const isForm = body instanceof FormData;
    const response = await fetch(server + address, {
      method,
      headers: {
        cookie: this.#cookie,
        origin: this.#publicUrl,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
    return response;
  }
}

/** Checks that the public pages of a server arrive with their style sheet. */
export async function expectLandingPage(server: string): Promise<void> {
  const page = await fetch(server);
  assert.equal(page.status, 200);
  const [, styles = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(await page.text()) ?? [];
  assert.equal((await fetch(server + styles)).status, 200);
}
