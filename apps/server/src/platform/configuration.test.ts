import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { settingNames, settingOf } from '@commons/contract/settings';
import { settingDefinitions } from '@commons/contract/settings/schemas';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commaSeparated, environment, panelVariables } from './configuration-variables.ts';
import { loadEnvironmentFile, readConfiguration } from './configuration.ts';
import { OperatorError } from './operator-error.ts';
import { environmentSettings } from './settings/current.ts';

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

const settingsOf = (variables: Record<string, string>) => environmentSettings(readConfiguration(variables).settings);

const oidc = { OIDC_ISSUER_URL: 'https://id.lund.test', OIDC_CLIENT_ID: 'commons', OIDC_CLIENT_SECRET: 'a secret' };

describe('without any configuration', () => {
  test('the server listens on this machine only, with rate limits', () => {
    expect(readConfiguration({})).toMatchObject({
      host: '127.0.0.1',
      port: 3_000,
      listensOnLoopback: true,
      rateLimits: true,
      trustedProxies: [],
      dataDirectory: path.resolve('data'),
      databaseUrl: undefined,
      settings: {},
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
    expect(settingsOf(oidc).oidc).toMatchObject({ issuerUrl: 'https://id.lund.test', clientId: 'commons' });
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
    expect(settingsOf({ APP_STORE_URL: 'https://apps.test/commons' }).appStoreUrl).toBe('https://apps.test/commons');
    expect(settingsOf({ APP_STORE_URL: '' }).appStoreUrl).toBeUndefined();
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
function describeAllowedValues(schema: z.ZodType, isList: boolean): string {
  const { enum: values, type, minimum, maximum, maxLength } = z.toJSONSchema(schema, { unrepresentable: 'any' });
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (type === 'integer') return `${minimum} to ${maximum}`;
  const validationMessage = schema.safeParse('?').error?.issues[0]?.message ?? '';
  const limit = maxLength ? `up to ${maxLength} characters` : 'text';
  const allowed = validationMessage.startsWith('must ') ? validationMessage : limit;
  return isList ? `${allowed}, separated by commas` : allowed;
}

/** Returns the schema of a variable's value. Settings of the panel have their own. */
function allowedValuesOf(name: string): string {
  const setting = panelVariables.get(name);
  if (setting) {
    const { schema } = settingDefinitions[setting];
    const isList = schema instanceof z.ZodArray;
    return describeAllowedValues(isList ? schema.unwrap() : schema, isList);
  }
  const { out } = environment.shape[name as keyof typeof environment.shape];
  const schema: z.ZodType = out instanceof z.ZodOptional ? (out.unwrap() as z.ZodType) : out;
  const isList = schema === commaSeparated || (schema instanceof z.ZodPipe && schema.in === commaSeparated);
  return describeAllowedValues(schema, isList);
}

test('docs/configuration.md matches the schema', async () => {
  const rows = Object.entries(environment.shape).map(([name, variable]) => {
    const { description, defaultValue } = variable.meta() ?? {};
    const shownDefault = typeof defaultValue === 'string' ? `\`${defaultValue}\`` : '';
    const isInPanel = panelVariables.has(name) ? 'yes' : '';
    return `| \`${name}\` | ${shownDefault} | ${allowedValuesOf(name)} | ${isInPanel} | ${description} |`;
  });
  const panelRows = settingNames
    .filter((name) => settingOf(name).variable === undefined)
    .map((name) => {
      const definition = settingDefinitions[name];
      const shownDefault = definition.default === undefined ? '' : `\`${String(definition.default)}\``;
      return `| ${settingOf(name).title} | ${shownDefault} | ${definition.description} |`;
    });
  await expect(`# Configuration

Admins change the community's settings in the panel, at \`/admin/settings\`. A change needs no restart: every server uses it
within two seconds. It is in the audit log and in backups. Passwords and keys are encrypted with a key derived from the session
secret, and nobody can read them in the panel.

This page lists all environment variables of the server. They can also be set in a file \`.env\` in the working directory; the
environment takes precedence. No variable is required. An empty variable counts as unset. An invalid value prevents the start,
and the message explains how to fix it.

The column "panel" marks variables of which the panel has a setting. The environment wins: the panel shows the value and locks
the setting. A value of the panel that conflicts with the environment is ignored, logged, and explained in the panel.

| variable | default | allowed values | panel | description |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## Settings without a variable

| setting | default | description |
| --- | --- | --- |
${panelRows.join('\n')}

This page is generated from \`packages/contract/src/settings.schemas.ts\` (settings of the panel) and
\`apps/server/src/platform/configuration-variables.ts\` (all others). To add a setting or a variable, edit one of these files and
run \`npm run docs\`.
`).toMatchFileSnapshot('../../../../docs/configuration.md');
});
