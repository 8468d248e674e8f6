/** Where a visit ended, and the addresses it went through. */
export type Visit = { url: URL; status: number; headers: Headers; trail: URL[] };

const maxRedirects = 12;

/** Follows redirects over the network and keeps the cookies of each site, as a browser does. */
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
    throw new Error(`The redirects have no end: ${trail.join(' → ')}`);
  }

  /** The `Cookie` header for an address. */
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
