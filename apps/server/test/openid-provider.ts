import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
// @ts-expect-error The package has no types. The used parts are declared below.
import { Provider } from 'oidc-provider';
import { findFreePort } from '../src/platform/http/free-port.ts';

/** A person with an account at the provider. */
export type Person = {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
};

type InteractionResult = { login: { accountId: string } } | { error: string; error_description: string };
type GrantClass = new (of: { accountId: string; clientId: string }) => {
  addOIDCScope(scope: string): void;
  save(): Promise<void>;
};
type OidcContext = {
  oidc: { account: { accountId: string }; client: { clientId: string }; provider: { Grant: GrantClass } };
};
type OidcProvider = {
  callback(): RequestListener;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<void>;
};

const scopes = 'openid email profile';

/** A real OpenID provider on loopback (authorization code with PKCE), where people sign in without a form. */
export class OpenIdProvider {
  static readonly clientId = 'commons';
  readonly clientSecret = randomBytes(24).toString('base64url');
  readonly issuerUrl: string;
  readonly #port: number;
  readonly #people = new Map<string, Person>();
  readonly #provider: OidcProvider;
  #next: InteractionResult | undefined;
  #server: Server | undefined;

  private constructor(port: number, redirectUri: string) {
    this.#port = port;
    this.issuerUrl = `http://127.0.0.1:${port}`;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#provider = new Provider(this.issuerUrl, {
      clients: [
        {
          client_id: OpenIdProvider.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code'],
          response_types: ['code'],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
      cookies: { keys: [randomBytes(24).toString('hex')] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'picture'],
      },
      conformIdTokenClaims: false,
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => this.#people.get(sub) ?? { sub },
      }),
      loadExistingGrant: async ({ oidc }: OidcContext) => {
        const grant = new oidc.provider.Grant({ accountId: oidc.account.accountId, clientId: oidc.client.clientId });
        grant.addOIDCScope(scopes);
        await grant.save();
        return grant;
      },
    }) as OidcProvider;
  }

  /** Creates a provider with this callback address. It responds only after `start`. */
  static async at(redirectUri: string): Promise<OpenIdProvider> {
    return new OpenIdProvider(await findFreePort('127.0.0.1'), redirectUri);
  }

  async start(): Promise<void> {
    const handleRequest = this.#provider.callback();
    this.#server = createServer((request, response) => {
      if (request.url?.startsWith('/interaction/') && this.#next)
        void this.#provider.interactionFinished(request, response, this.#next);
      else handleRequest(request, response);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#server) await once(this.#server, 'close');
    this.#server = undefined;
  }

  /** The next visitor signs in as this person. */
  acceptNextSignIn(person: Person): void {
    this.#people.set(person.sub, person);
    this.#next = { login: { accountId: person.sub } };
  }

  /** The next visitor cancels the sign-in. */
  cancelNextSignIn(): void {
    this.#next = { error: 'access_denied', error_description: 'The person cancelled the sign-in.' };
  }
}
