import { is, Param, Placeholder } from 'drizzle-orm';
import { Client, type Connection } from 'pg';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import { namedStatements } from './named-statements.ts';

// Loads all features and creates their statements.
const community = setUpCommunity();

type Description = { values: number[]; columns: { name: string; dataTypeID: number }[] };

/** Asks the database for the types of a statement without running it. */
function describeStatement(client: Client, text: string): Promise<Description> {
  const { promise, resolve, reject } = Promise.withResolvers<Description>();
  const description: Description = { values: [], columns: [] };
  client.connection.once('parameterDescription', ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
    description.values = dataTypeIDs;
  });
  client.query({
    submit(connection: Connection) {
      connection.parse({ name: '', text, types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription: ({ fields }: { fields: Description['columns'] }) => (description.columns = fields),
    handleReadyForQuery: () => resolve(description),
    handleError: reject,
  });
  return promise;
}

function placeholderOf(param: unknown): string | undefined {
  const placeholder = is(param, Param) ? param.value : param;
  return is(placeholder, Placeholder) ? placeholder.name : undefined;
}

const withoutNull = (declared: Record<string, string>) =>
  Object.fromEntries(Object.entries(declared).map(([name, type]) => [name, type.replace(' | null', '')]));

test('hand-written statements declare the types of their values and columns as in the database', async () => {
  await using cleanups = new AsyncDisposableStack();
  const client = new Client({ connectionString: community.current.db.$client.options.connectionString });
  await client.connect();
  cleanups.defer(() => client.end());
  const { rows: types } = await client.query<{ oid: number; name: string }>(
    'SELECT oid, format_type(oid, NULL) AS name FROM pg_type',
  );
  const typeNames = new Map(types.map(({ oid, name }) => [oid, name]));

  expect(namedStatements.size).toBeGreaterThan(70);
  for (const [name, { text, params, values, columns }] of namedStatements) {
    const description = await describeStatement(client, text);
    const declaredValues = withoutNull(values);
    // A placeholder that is used twice can have two types. One of them is declared.
    const valueTypes = new Map<string, (string | undefined)[]>();
    for (const [index, param] of params.entries()) {
      const placeholder = placeholderOf(param);
      if (placeholder !== undefined)
        valueTypes.getOrInsertComputed(placeholder, () => []).push(typeNames.get(description.values[index]!));
    }
    for (const [placeholder, found] of valueTypes)
      expect.soft(found, `value ${placeholder} of ${name}`).toContain(declaredValues[placeholder]);
    const returned = description.columns
      .map((column) => [column.name, typeNames.get(column.dataTypeID)] as const)
      .filter(([, type]) => type !== 'void');
    expect.soft(Object.fromEntries(returned), `columns of ${name}`).toEqual(withoutNull(columns));
  }
});
