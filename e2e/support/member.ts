import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { Post, PostComment } from '@commons/contract/feed/schemas';
import { signedValue } from '../../apps/server/src/features/auth/session-lookup.ts';
import { sessionCookie } from '../../apps/server/src/features/auth/sessions.ts';
import type { CommunityServer } from './community-server.ts';

export type Person = { firstName: string; lastName: string; email: string; password: string };

/** Returns sign-up data for a new person. */
export function createPerson(firstName = 'Robin', lastName = 'Field'): Person {
  const email = `${firstName.toLowerCase().replaceAll(/\W/g, '')}-${randomUUID().slice(0, 8)}@members.test`;
  return { firstName, lastName, email, password: 'four calm words here' };
}

/** Appends a unique word to a text, because the posts of all journeys share one feed. */
export const unique = (text: string): string => `${text} · ${randomUUID().slice(0, 8)}`;

/** A signed-in member who acts through the API. Journeys use it for setup. */
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

  /**
   * Creates a member. The first member of a server signs up through the API. Later members are inserted with the first
   * member's password hash, because hashing a password is deliberately slow.
   */
  static async join(server: CommunityServer, person: Person = createPerson()): Promise<Member> {
    const member = new Member(server, person);
    const { email, firstName, lastName } = person;
    const database = await server.database();
    const id = randomUUIDv7();
    const { rowCount } = await database.query(
      `WITH first AS (SELECT password FROM accounts WHERE provider_id = 'credential' ORDER BY created_at LIMIT 1),
         new_user AS (
           INSERT INTO users (id, email, name, first_name, last_name, guidelines_version, guidelines_accepted_at)
           SELECT $1, $2, $3, $4, $5, 1, now() FROM first RETURNING id),
         indexed AS (INSERT INTO search_changes (place, type, id) SELECT $7, 'people', id FROM new_user)
       INSERT INTO accounts (id, user_id, account_id, provider_id, password)
       SELECT $6, id, id::text, 'credential', password FROM new_user, first`,
      [id, email, `${firstName} ${lastName}`, firstName, lastName, randomUUIDv7(), randomUUIDv7()],
    );
    if (rowCount === 0) {
      const input = { ...person, isAdult: true, agreesToHealthData: true };
      await member.#request('POST', '/api/auth/sign-up/email', input);
    }
    await member.signIn();
    return member;
  }

  /** Signs an existing member in without a password. */
  static async signInExisting(server: CommunityServer, email: string): Promise<Member> {
    const database = await server.database();
    const { rows } = await database.query<Person>(
      `SELECT first_name AS "firstName", last_name AS "lastName", email, '' AS password FROM users WHERE email = $1`,
      [email],
    );
    if (!rows[0]) throw new Error(`No member has the email ${email}.`);
    const member = new Member(server, rows[0]);
    await member.signIn();
    return member;
  }

  get name(): string {
    return `${this.firstName} ${this.lastName}`;
  }

  /** The session cookie, for a browser context of this member. */
  get cookie(): { name: string; value: string } {
    const [name = '', value = ''] = this.#cookie.split(/=(.*)/s);
    return { name, value };
  }

  /** Starts a new session. Earlier sessions stay valid. */
  async signIn(): Promise<void> {
    const { server, email } = this;
    const token = randomUUIDv7();
    const database = await server.database();
    await database.query(
      `INSERT INTO sessions (id, user_id, token, expires_at)
       SELECT $1, id, $2, now() + interval '1 day' FROM users WHERE email = $3`,
      [randomUUIDv7(), token, email],
    );
    this.#cookie = `${sessionCookie(server.url).name}=${signedValue(token, server.sessionSecret)}`;
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

  /** Returns the newest posts that this member can see. */
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
