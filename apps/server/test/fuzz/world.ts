import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { contributionKinds, type ContributionKindName } from '@commons/contract/contribution-kinds';
import type { Endpoint } from '@commons/contract/endpoint';
import { listBlocks, unblock, updateSettings } from '@commons/contract/profiles/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { goodPassword, memberWithPassword } from '../accounts.ts';
import { kindRoutes } from '../authorization.ts';
import { Community, type Member } from '../community.ts';
import { recount } from '../recount.ts';
import { collectRoutes } from '../routes.ts';
import { type ApiDocument, type Call, type CallerName, apiCallByForm, readContract } from './calls.ts';
import { Pool } from './pool.ts';
import { Faults, findFault, type FuzzResponse } from './responses.ts';
import { preparePictures } from './uploads.ts';

/** A community with members of every role, and the data collected from its responses. */
export class World {
  readonly pool = new Pool();
  readonly faults = new Faults();
  readonly statuses = new Map<number, number>();
  readonly community: Community;
  readonly routes: string[];
  readonly document: ApiDocument;
  readonly members: Record<Exclude<CallerName, 'visitor'>, Member>;
  /** Error codes that any response or frame may contain. */
  readonly codes: ReadonlySet<string>;
  readonly #endpoints: Map<string, Endpoint>;

  private constructor(
    parts: Pick<World, 'community' | 'routes' | 'document' | 'members' | 'codes'>,
    endpoints: Map<string, Endpoint>,
  ) {
    this.community = parts.community;
    this.routes = parts.routes;
    this.document = parts.document;
    this.members = parts.members;
    this.codes = parts.codes;
    this.#endpoints = endpoints;
  }

  static async open(): Promise<World> {
    const errorLines: string[] = [];
    const logTo = new Writable({
      write(line: Buffer, _encoding, done) {
        errorLines.push(String(line));
        done();
      },
    });
    const { opened: community, routes } = await collectRoutes(() =>
      // Collects only errors. The trusted proxy makes the server read forwarding headers.
      Community.open({ logTo, environment: { LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.1' } }),
    );
    const { body: document } = await community.visitor.send<ApiDocument>('GET', '/api/openapi.json');
    const { endpoints, errors } = await readContract();
    const members = {
      ana: await memberWithPassword(community),
      ben: await community.member(),
      cora: await community.member(),
      dan: await community.member(),
      flagged: await community.member({ isFlagged: true }),
      manager: await community.member({ role: 'manager' }),
      admin: await community.member({ role: 'admin' }),
      // A password that is never used: sessions end, and the account stays.
      leaver: await memberWithPassword(community, randomUUID()),
    };
    const world = new World({ community, routes, document, members, codes: errors }, endpoints);
    logTo.on('drain', () => {});
    world.#errorLines = errorLines;
    for (let count = 0; count < 20; count += 1) world.#know(await memberWithPassword(community));
    for (const member of Object.values(members)) world.#know(member);
    await preparePictures();
    await world.restore();
    return world;
  }

  #errorLines: string[] = [];

  #know({ id, email, cookie }: Member): void {
    this.pool.add('member', id);
    this.pool.add('email', email);
    this.pool.add('cookie', cookie);
  }

  /** Makes a call and checks its response. */
  async call(call: Call): Promise<FuzzResponse> {
    const cookie = await this.#cookieOf(call);
    const response = await this.community.server.inject({
      method: call.method,
      url: call.url,
      headers: { ...(cookie && { cookie }), ...call.headers },
      ...(call.body && { payload: call.body }),
    });
    const fuzzResponse = { status: response.statusCode, headers: response.headers, text: response.body };
    this.statuses.set(fuzzResponse.status, (this.statuses.get(fuzzResponse.status) ?? 0) + 1);
    const leaksPassword = fuzzResponse.text.includes(goodPassword) && 'it contains the password';
    const endpoint = this.#endpoints.get(call.route);
    const errors = this.#endpoints.get(apiCallByForm[call.route] ?? call.route)?.errors ?? {};
    const fault = leaksPassword || findFault(call, fuzzResponse, { endpoint, errors });
    if (fault) {
      const body =
        call.body && call.body.length > 2_000 ? call.body.toString('base64').slice(0, 2_000) : call.body?.toString();
      this.faults.add(`${call.route}: ${fault}`, { ...call, body, answered: fuzzResponse.text.slice(0, 600) });
    } else this.#learn(call, fuzzResponse);
    this.#blameFor(call);
    return fuzzResponse;
  }

  async #cookieOf({ caller }: Call): Promise<string | undefined> {
    if (caller === 'visitor') return undefined;
    const member = this.members[caller];
    return caller === 'leaver' ? this.community.signIn(member.id) : member.cookie;
  }

  /** Reports logged errors as faults, whatever the response was. */
  #blameFor(call: unknown): void {
    for (const line of this.#errorLines.splice(0)) {
      const { msg, err } = JSON.parse(line) as {
        msg?: string;
        err?: { code?: string; message?: string; stack?: string };
      };
      // The WebSocket plugin logs client errors as server errors.
      if (err?.code?.startsWith('WS_ERR_')) continue;
      this.faults.add(`logged as an error: ${msg} ${err?.message?.slice(0, 120)}`, {
        near: call,
        stack: err?.stack?.slice(0, 800),
      });
    }
  }

  reportLoggedErrors(during: string): void {
    this.#blameFor(during);
  }

  /** Stores values that later calls can refer to. */
  #learn({ route }: Call, { status, headers, text }: FuzzResponse): void {
    if (headers['etag'] !== undefined) this.pool.add('etag', String(headers['etag']));
    const next = /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
    const cursor = next === undefined ? null : new URL(next, 'http://commons.test').searchParams.get('cursor');
    if (cursor !== null) this.pool.addCursor(route, cursor);
    if (status === 200 && route === 'GET /api/moderation/queue') this.#keepIds('case', text);
    if (status === 200 && route === 'GET /api/decisions') this.#keepIds('decision', text);
    if (status !== 201) return;
    const created = JSON.parse(text) as {
      id?: string;
      postId?: string;
      meditationId?: string;
      url?: string;
      poll?: { options: { id: string }[] } | null;
    };
    if (route === 'POST /api/posts' && created.id && created.poll)
      this.pool.addPoll(
        created.id,
        created.poll.options.map(({ id }) => id),
      );
    if (route === 'POST /api/posts/:id/comments' && created.id) this.pool.addComment(created.id, created.postId ?? '');
    const kind = Object.keys(contributionKinds).find((each) => kindRoutes[each] === route) as ContributionKindName;
    if (kind && !route.includes('/comments') && created.id) this.pool.add(kind, created.id);
    if (/^POST \/api\/meditations(?:\/upload)?$/.test(route) && created.id) this.pool.add('meditation', created.id);
    if (route === 'POST /api/books' && created.id) this.pool.add('book', created.id);
    if (route === 'POST /api/podcasts' && created.id) this.pool.add('podcast', created.id);
    if (route === 'POST /api/events' && created.id) this.pool.add('event', created.id);
    if (route === 'POST /api/meditations/:id/comments' && created.id)
      this.pool.addComment(created.id, created.meditationId ?? '');
    if (route === 'POST /api/journal-categories') this.pool.add('category', String(created.id));
    if (route === 'POST /api/journal-prompts' && created.id) this.pool.add('prompt', created.id);
    if (route === 'POST /api/journal-entries' && created.id) this.pool.add('entry', created.id);
    if (route === 'POST /api/messages' && created.id) this.pool.add('message', created.id);
    if (route === 'POST /api/uploads/message-photos' && created.id) this.pool.add('photo', created.id);
    if (created.url?.startsWith('/media/')) this.pool.add('picture', created.url.slice('/media/'.length));
  }

  #keepIds(kind: 'case' | 'decision', list: string): void {
    if (list !== '') for (const { id } of JSON.parse(list) as { id: string }[]) this.pool.add(kind, id);
  }

  /**
   * Resets blocks, settings, flags and suspensions, which would otherwise separate all members after some thousand
   * calls. Cora always blocks Dan, and Ana and Ben are always connected.
   */
  async restore(): Promise<void> {
    const { ana, ben, cora, dan, flagged } = this.members;
    await this.community.db.$client.query(
      'UPDATE users SET is_flagged = (id = $1), suspended_until = NULL, suspension_reason = NULL',
      [flagged.id],
    );
    const { leaver: _, ...remaining } = this.members;
    for (const member of Object.values(remaining)) {
      for (const { id } of (await member.call(listBlocks, {})).body)
        await member.call(unblock, { params: { userId: id } });
      await member.call(updateSettings, {
        body: {
          messagesFrom: 'members',
          emailAudience: 'members',
          sendsReadReceipts: true,
          showsOnLeaderboard: true,
        },
      });
    }
    await cora.call(block, { params: { userId: dan.id } });
    await ana.call(requestConnection, { body: { userId: ben.id } });
    await ben.call(acceptConnection, { params: { userId: ana.id } });
  }

  recount(): Promise<Record<string, number>> {
    return recount(this.community.db);
  }
}
