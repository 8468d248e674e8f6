import type { Endpoint, EndpointInput, EndpointOutput } from '@commons/contract/endpoint';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

export type ApiResponse<Body> = {
  status: number;
  body: Body;
  headers: LightMyRequestResponse['headers'];
  /** The address of the next page, from the `Link` header. */
  next: string | undefined;
};

/** A client of the API: a visitor, or a member with a cookie. */
export class Caller {
  readonly #server: FastifyInstance;
  readonly #headers: Record<string, string>;
  readonly #address: string;

  constructor(server: FastifyInstance, headers: Record<string, string> = {}, address = '127.0.0.1') {
    this.#server = server;
    this.#headers = headers;
    this.#address = address;
  }

  /** Makes a call of the contract. The body has the type of a success response; check `status` for errors. */
  async call<Definition extends Endpoint>(
    endpoint: Definition,
    input: EndpointInput<Definition>,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<NonNullable<EndpointOutput<Definition>>>> {
    const {
      params = {},
      query = {},
      body,
    } = input as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: object;
    };
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return this.send(endpoint.method, search.size > 0 ? `${path}?${search.toString()}` : path, { body, headers });
  }

  /** Follows the `Link` header to the next page. */
  async follow<Body>(response: ApiResponse<Body>): Promise<ApiResponse<Body>> {
    return this.send<Body>('GET', response.next!);
  }

  /** Makes any request, also outside the contract. */
  async send<Body = unknown>(
    method: Endpoint['method'] | 'HEAD' | 'OPTIONS' | 'PATCH',
    url: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse<Body>> {
    const { body, headers } = options;
    const response = await this.#server.inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: { ...this.#headers, ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = /json/.test(String(response.headers['content-type'])) && response.body !== '';
    const link = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''));
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : response.body) as Body,
      headers: response.headers,
      next: link?.[1],
    };
  }
}

/** Serializes an error response without its request id, to compare two responses. */
export const bytesOf = ({ status, body }: ApiResponse<unknown>): string => {
  const { instance, ...problem } = body as Record<string, unknown>;
  expect(instance).toMatch(/^urn:request:/);
  return JSON.stringify({ answered: status, ...problem });
};

/** Returns the `Set-Cookie` headers of a response. */
export const setCookiesOf = ({ headers }: Pick<ApiResponse<unknown>, 'headers'>): string[] =>
  [headers['set-cookie'] ?? []].flat();
