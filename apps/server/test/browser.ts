/** The final page of a visit and the redirects before it. */
export type Visit = { url: URL; status: number; headers: Headers; trail: URL[] };

const maxRedirects = 12;

/** Follows redirects over the network and keeps cookies per site, like a browser. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async visit(address: string | URL): Promise<Visit> {
    const trail: URL[] = [];
    for (let url = new URL(address); trail.length < maxRedirects;) {
      trail.push(url);
      const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookieFor(url) } });
      await response.body?.cancel();
      this.#keep(url, response.headers);
      const location = response.headers.get('location');
      if (!location) return { url, status: response.status, headers: response.headers, trail };
      url = new URL(location, url);
    }
    throw new Error(`Too many redirects: ${trail.join(' → ')}`);
  }

  /** Returns the `Cookie` header for an address. */
  cookieFor(address: string | URL): string {
    const cookies = this.#cookies.get(new URL(address).host) ?? [];
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep({ host }: URL, headers: Headers): void {
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, cookies);
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0(;|$)/i.test(line) || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  }
}
