import { randomUUID } from 'node:crypto';
import type { Post, PostComment } from '@commons/contract/feed';
import type { CommunityServer } from './community-server.ts';

export type Person = { firstName: string; lastName: string; email: string; password: string };

/** Somebody who has no account yet. */
export function aPerson(firstName = 'Robin', lastName = 'Field'): Person {
  const email = `${firstName.toLowerCase().replaceAll(/\W/g, '')}-${randomUUID().slice(0, 8)}@members.test`;
  return { firstName, lastName, email, password: 'four calm words here' };
}

/** The text with a word at its end that no other post has, since the posts of all journeys share one feed. */
export const unique = (text: string): string => `${text} · ${randomUUID().slice(0, 8)}`;

/** A signed-in member who acts through the API: for everything in a journey that is not its point. */
export class Member implements Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly server: CommunityServer;
  #cookie = '';

  private constructor(server: CommunityServer, person: Person) {
    this.server = server;
    this.firstName = person.firstName;
    this.lastName = person.lastName;
    this.email = person.email;
    this.password = person.password;
  }

  static async join(server: CommunityServer, person: Person = aPerson()): Promise<Member> {
    const member = new Member(server, person);
    await member.#request('POST', '/api/auth/sign-up/email', { ...person, isAdult: true });
    await member.signIn();
    return member;
  }

  get name(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  /** The session cookie, for a browser that is to be signed in as this member. */
  get cookie(): { name: string; value: string } {
    const [name = '', value = ''] = this.#cookie.split(/=(.*)/s);
    return { name, value };
  }

  /** Begins a new session; an earlier one goes on in the browsers that have it. */
  async signIn(): Promise<void> {
    const { email, password } = this;
    const response = await this.#request('POST', '/api/auth/sign-in/email', { email, password });
    this.#cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  }

  signOutEverywhere(): Promise<Response> {
    return this.#request('DELETE', '/api/auth/sessions');
  }

  async share(content: string): Promise<Post> {
    return (await this.#request('POST', '/api/posts', { content })).json() as Promise<Post>;
  }

  async comment(postId: string, content: string): Promise<PostComment> {
    return (await this.#request('POST', `/api/posts/${postId}/comments`, { content })).json() as Promise<PostComment>;
  }

  delete(postId: string): Promise<Response> {
    return this.#request('DELETE', `/api/posts/${postId}`);
  }

  like(postId: string): Promise<Response> {
    return this.#request('POST', `/api/posts/${postId}/like`);
  }

  /** The newest posts as this member reads them. */
  async readFeed(): Promise<Post[]> {
    return (await this.#request('GET', '/api/posts')).json() as Promise<Post[]>;
  }

  async #request(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.server.url}${path}`, {
      method,
      headers: { cookie: this.#cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
