import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commaSeparated, environment } from './configuration-variables.ts';
import { loadEnvironmentFile, readConfiguration } from './configuration.ts';
import { OperatorError } from './operator-error.ts';

/** Returns the error message that an invalid configuration prints. */
function errorMessageFor(variables: Record<string, string>): string {
  try {
    readConfiguration(variables);
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
  return 'no error';
}

const oidc = { OIDC_ISSUER_URL: 'https://id.lund.test', OIDC_CLIENT_ID: 'commons', OIDC_CLIENT_SECRET: 'a secret' };

describe('without any configuration', () => {
  test('the server listens on this machine only, with rate limits', () => {
    expect(readConfiguration({})).toMatchObject({
      host: '127.0.0.1',
      port: 3_000,
      listensOnLoopback: true,
      rateLimits: true,
      trustedProxies: [],
      productName: 'Mindful Commons',
      dataDirectory: path.resolve('data'),
      databaseUrl: undefined,
      oidc: undefined,
      adminEmails: undefined,
    });
  });

  test('an empty variable counts as unset', () => {
    const names = ['HOST', 'PORT', 'PUBLIC_URL', 'DATABASE_URL', 'ADMIN_EMAILS', 'TRUSTED_PROXIES', 'OIDC_CLIENT_ID'];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfiguration(empty)).toEqual(readConfiguration({}));
  });
});

describe('an invalid value prevents the start, and the message names its variable', () => {
  test.for<[name: string, value: string]>([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'commons.test'],
    ['PUBLIC_URL', 'ftp://commons.test'],
    ['DATABASE_URL', 'mysql://localhost/commons'],
    ['DATABASE_POOL_SIZE', '0'],
    ['REDIS_URL', 'localhost:6379'],
    ['SMTP_URL', 'mail.test'],
    ['ADMIN_EMAILS', 'ana@mail.test, ben'],
    ['SESSION_SECRET', 'too short'],
    ['SESSION_SECRET_OTHER', 'too short'],
    ['DRAIN_SECONDS', '61'],
    ['METRICS_TOKEN', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['STARTER_CONTENT', 'some'],
    ['RATE_LIMITS', 'none'],
    ['TRUSTED_PROXIES', 'proxy.internal'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1, '.repeat(3) + 'everybody'],
  ])('%s=%s', ([name, value]) => {
    const message = errorMessageFor({ [name]: value });
    expect(message).toMatch(/^The configuration is invalid\. Please correct:\n/);
    expect(message).toContain(`  ${name}`);
  });

  test('all invalid values are reported at once', () => {
    const message = errorMessageFor({ PORT: 'eighty', LOG_LEVEL: 'loud', SMTP_URL: 'mail.test' });
    expect(message.split('\n')).toHaveLength(4);
  });

  test('the message does not contain the value, because it may be a secret', () => {
    const message = errorMessageFor({ SESSION_SECRET: 'hunter2', DATABASE_URL: 'mysql://commons:hunter2@db.test' });
    expect(message).not.toContain('hunter2');
  });
});

describe('an OpenID provider', () => {
  test('is configured by its three variables', () => {
    expect(readConfiguration(oidc).oidc).toMatchObject({ issuerUrl: 'https://id.lund.test', clientId: 'commons' });
  });

  test.for(Object.keys(oidc))('prevents the start when %s is missing', (missing) => {
    const message = errorMessageFor({ ...oidc, [missing]: '' });
    expect(message).toContain('OIDC_ISSUER_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together');
  });

  test('prevents the start when ADMIN_TWO_FACTOR requires a second factor that only the provider can request', () => {
    expect(errorMessageFor({ ...oidc, ADMIN_TWO_FACTOR: 'required' })).toContain('With OIDC_ISSUER_URL remove it');
  });
});

describe('RATE_LIMITS=off', () => {
  test.for(['127.0.0.1', 'localhost', '::1'])('is allowed on this machine: %s', (HOST) => {
    expect(readConfiguration({ HOST, RATE_LIMITS: 'off' }).rateLimits).toBe(false);
  });

  test.for(['0.0.0.0', '::', '192.168.1.20', 'commons.test', '127.0.0.1.elsewhere.test'])(
    'is rejected on %s',
    (HOST) => {
      expect(errorMessageFor({ HOST, RATE_LIMITS: 'off' })).toContain(`With HOST=${HOST} remove it`);
      expect(readConfiguration({ HOST }).listensOnLoopback).toBe(false);
    },
  );
});

describe('access to the sign-up form', () => {
  test.for([{}, { HOST: '::1' }, { PUBLIC_URL: 'http://localhost:3000' }, { PUBLIC_URL: 'http://[::1]:3000' }])(
    'is limited to the operator, with %j',
    (variables) => {
      expect(readConfiguration(variables).isPubliclyReachable).toBe(false);
    },
  );

  test.for([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://commons.test' }, { TRUSTED_PROXIES: '127.0.0.1' }])(
    'is open to strangers, with %j',
    (variables) => {
      expect(readConfiguration(variables).isPubliclyReachable).toBe(true);
    },
  );
});

describe('values with a format', () => {
  test('email addresses are trimmed and compared in lower case', () => {
    expect(readConfiguration({ ADMIN_EMAILS: ' Ana@Mail.test,ben@mail.test , ' }).adminEmails).toEqual([
      'ana@mail.test',
      'ben@mail.test',
    ]);
  });

  test('the app store address is https or unset', () => {
    expect(readConfiguration({ APP_STORE_URL: 'https://apps.test/commons' }).appStoreUrl).toBe(
      'https://apps.test/commons',
    );
    expect(readConfiguration({ APP_STORE_URL: '' }).appStoreUrl).toBeUndefined();
    for (const address of ['http://apps.test', 'javascript:alert(1)', 'apps.test'])
      expect(() => readConfiguration({ APP_STORE_URL: address })).toThrow('APP_STORE_URL: must be an https address');
  });

  test('trusted proxies are addresses, networks or names of private networks', () => {
    const trusted = ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback', 'uniquelocal', 'linklocal'];
    expect(readConfiguration({ TRUSTED_PROXIES: trusted.join(', ') }).trustedProxies).toEqual(trusted);
  });
});

describe('a .env file', () => {
  const name = 'MINDFUL_COMMONS_TEST';
  afterEach(() => {
    delete process.env[name];
  });

  test('sets only variables that the environment does not set', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-env-'));
    const file = path.join(folder, '.env');
    await writeFile(file, `${name}=from the file\n`);
    loadEnvironmentFile(file);
    expect(process.env[name]).toBe('from the file');
    process.env[name] = 'from the environment';
    loadEnvironmentFile(file);
    expect(process.env[name]).toBe('from the environment');
    await rm(folder, { recursive: true });
    expect(() => loadEnvironmentFile(file)).not.toThrow();
  });
});

/** Describes the allowed values of a variable, with the validation message if there is one. */
function describeAllowedValues(variable: (typeof environment.shape)[keyof typeof environment.shape]): string {
  const { out } = variable;
  const schema = out instanceof z.ZodOptional ? out.unwrap() : out;
  const { enum: values, type, minimum, maximum, maxLength } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (type === 'integer') return `${minimum} to ${maximum}`;
  const validationMessage = schema.safeParse('?').error?.issues[0]?.message ?? '';
  const limit = maxLength ? `up to ${maxLength} characters` : 'text';
  const allowed = validationMessage.startsWith('must ') ? validationMessage : limit;
  const isList = schema === commaSeparated || (schema instanceof z.ZodPipe && schema.in === commaSeparated);
  return isList ? `${allowed}, separated by commas` : allowed;
}

test('docs/configuration.md matches the schema', async () => {
  const rows = Object.entries(environment.shape).map(([name, variable]) => {
    const { description, defaultValue } = variable.meta() ?? {};
    const shownDefault = typeof defaultValue === 'string' ? `\`${defaultValue}\`` : '';
    return `| \`${name}\` | ${shownDefault} | ${describeAllowedValues(variable)} | ${description} |`;
  });
  await expect(`# Configuration

This page lists all environment variables of the server. They can also be set in a file \`.env\` in the working directory; the
environment takes precedence. No variable is required. An empty variable counts as unset. An invalid value prevents the start,
and the message explains how to fix it.

| variable | default | allowed values | description |
| --- | --- | --- | --- |
${rows.join('\n')}

This page is generated from \`apps/server/src/platform/configuration-variables.ts\`. To add a variable, edit that file and run
\`npm run docs\`.
`).toMatchFileSnapshot('../../../../docs/configuration.md');
});
