/** A session lasts 30 days from its last use, and 90 days at the most (OWASP ASVS 5.0, 7.3). */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;
export const absoluteLifetimeSeconds = 90 * 24 * 60 * 60;

/** How long a browser is known by its sign-in. Browsers keep no cookie for longer (RFC 6265bis, 5.5). */
const knownBrowserSeconds = 400 * 24 * 60 * 60;

/** The session cookie: on https its `__Host-` name ties it to this very host and to secure connections. */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-commons-session' : 'commons-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    secure,
    /** The `Set-Cookie` value that keeps a (still encoded) session value for another lifetime. */
    renewed: (encodedValue: string) => `${name}=${encodedValue}; Max-Age=${sessionLifetimeSeconds}; ${attributes}`,
    /** The cookie of browsers that signed in before, which outlives sessions. */
    knownBrowserName: `${secure ? '__Host-' : ''}commons-known-browser`,
    /** The `Set-Cookie` value that a browser is known by. */
    knownBrowser(value: string) {
      return `${this.knownBrowserName}=${value}; Max-Age=${knownBrowserSeconds}; ${attributes}`;
    },
    /** The `Set-Cookie` value that takes the cookie away. */
    cleared: `${name}=; Max-Age=0; ${attributes}`,
  };
}
