/** `node packages/bigquery-emulator/src/document.ts`: writes docs/bigquery.md from the tables that the program itself uses. */
import { writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { memoryLimit } from './duckdb/open.ts'
import { refusedFamilies, refusedFunctions } from './googlesql/resolver/call.ts'
import { proceduralStatements } from './googlesql/parser/script.ts'
import { refusedStatements } from './googlesql/parser/statement.ts'
import { refusedTypes, scalarKinds } from './googlesql/types.ts'
import { functionFamilies } from './googlesql/functions/families.ts'
import { refusals } from './refusals.ts'
import { stricterRules } from './stricter.ts'
import { faultKinds } from './rest/faults.ts'
import { refusedLoadOptions } from './rest/load_job.ts'
import { refusedQueryOptions } from './rest/query_job.ts'
import { refusedRoutineMembers } from './rest/routines.ts'
import { refusedTableKinds } from './rest/tables.ts'
import { refusedFieldMembers } from './warehouse/schema.ts'
import { streamedTypes } from './streaming/json_value.ts'

export const documentPath = new URL('../../../docs/bigquery.md', import.meta.url)
export const documentCommand = 'node packages/bigquery-emulator/src/document.ts'

function code(names: Iterable<string>): string {
  return [...names].map((name) => `\`${name}\``).join(', ')
}

function table(head: string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

/** Returns the expected content of docs/bigquery.md. */
export async function documentText(): Promise<string> {
  const count = functionFamilies.reduce((sum, { names }) => sum + names.length, 0)
  const page = `<!-- Written by \`${documentCommand}\`; change the tables it reads, not this page. -->

# The local BigQuery

\`npm start\` runs a BigQuery of its own: the REST API of BigQuery over one DuckDB file, for the official client, the \`bq\`
command line and dashboards' SQL. GoogleSQL is compiled with BigQuery's types to DuckDB's SQL. What is not supported is
refused by name, with its place in the query; nothing is approximated.

## Statements

Queries with joins, WITH, window functions, QUALIFY, PIVOT, UNNEST, set operations and pipes; INSERT, UPDATE, DELETE, MERGE and
TRUNCATE; CREATE, ALTER and DROP of schemas, tables, views and SQL functions; scripts; named and
positional parameters; dry runs; INFORMATION_SCHEMA; wildcard tables.

Refused: ${code(refusedStatements)}, and \`BEGIN TRANSACTION\`.

## Scripts

The procedural language of BigQuery: ${code(proceduralStatements)}, with blocks, exception handlers and labels, and temporary tables.
\`packages/bigquery-emulator/test/support/script_cases.ts\` has scripts with their results.

- The answer is that of the last query, DML or DDL statement that ran, and its type is \`SCRIPT\`. There are no child jobs.
- A variable coerces as a column does, not as a literal. BigQuery's limits of 1 MB for a variable and 10 MB for all are not checked.
- A dry run checks the syntax, declarations, labels and loops, and answers 0 bytes.
- Of the system variables, a handler has \`@@error.message\` and \`@@error.statement_text\`. The text is refused by name for an error in a
  condition of IF, CASE or a loop. A handler never catches what this BigQuery refuses by name, a fault of the machine or the end of the job.
- A script ends after 10 minutes, or after \`jobTimeoutMs\`, or when its job is cancelled, or five seconds after the server is asked to close:
  between two statements.
- Temporary tables are dropped when the script ends. There are no sessions, procedures and transactions.

## Types

${code([...scalarKinds, 'ARRAY', 'STRUCT'])}, and \`RANGE\` of a date, a datetime or a
timestamp. Refused: ${code(refusedTypes)}.

A column, a variable and a cast can have a parameterized type: \`NUMERIC(P[, S])\`, \`STRING(L)\`, \`BYTES(L)\`, also inside ARRAY and STRUCT. Every value
that is written is held against it: NUMERIC is rounded to its scale, halves away from zero, and what is beyond the type is an error, in DML, load
jobs, \`insertAll\` and destination tables. The parameters are not part of the type of an expression. \`SET DATA TYPE\` widens them; of another type to
a parameterized one, and a change by \`tables.patch\` or \`tables.update\`, are refused by name.

\`GEOGRAPHY\` and \`RANGE\` are stored and read back. A shape is well-known text of two dimensions: its text is not oriented and its vertices
are not ordered as BigQuery does it. A range has its only form, so that equality and grouping of ranges are right. Functions, casts, order and
comparisons of both are refused by name.

## Functions

${count} functions:

${table(
  ['Family', 'Functions'],
  functionFamilies.map(({ title, names }) => [title, code(names)]),
)}

Refused: ${code(refusedFunctions)}, and what begins with ${code(refusedFamilies)} and is not named above.

## Refused by name

Each of these is tried by a test:

${table(
  ['Feature', 'For example'],
  refusals.map(([feature, query]) => [feature, `\`${query}\``]),
)}

\`npm run lint:differential\` compiles some thousands of statements here and with Google's own SQL analyzer (ZetaSQL, the package
\`@fivetrandevelopers/zetasql\`): the repository's own, changed ones and made-up ones. What Google's refuses must be refused here. What
Google's accepts and the local one refuses is one of these; for each, a test tries the example:

${table(
  ['Feature', 'For example', 'Why'],
  stricterRules.map(({ feature, example, reason }) => [feature, `\`${example}\``, reason]),
)}

Of the REST API: the query options ${code(refusedQueryOptions)}; tables with ${code(refusedTableKinds)}; fields with
${code(refusedFieldMembers)}; routines with ${code(refusedRoutineMembers)}; the load options ${code(refusedLoadOptions)}; loads
of other formats than CSV and newline-delimited JSON, from \`gs://\` without \`STORAGE_EMULATOR_HOST\`; table decorators (\`table$20240101\`, \`table@-3600000\`);
policies of datasets by \`setIamPolicy\`; conditions and audit configurations of policies of tables; row access policies; legacy SQL; extract jobs of other formats
than CSV and newline-delimited JSON, and of values whose text Google does not document; timestamps in picoseconds; the Storage APIs.

## Streaming

\`insertAll\` takes these JSON types, and refuses every other with the row error \`invalid\`, in BigQuery's own words where they are public. Where
nothing public settles what BigQuery does, the local one refuses the value and says so. \`packages/bigquery-emulator/test/support/streaming/\`
has each JSON type in each column type, with its source.

${table(
  ['Column type', 'JSON types'],
  Object.entries(streamedTypes).map(([kind, types]) => [`\`${kind}\``, [...types].join(', ') || 'none']),
)}

An integer is a number without decimals and exponent within ±(2^53 - 1), a wide integer any other, a fraction a number with decimals or an
exponent. \`INT64\` takes a fraction without decimals, \`1.0\`. \`NUMERIC\` reads a fraction through a double, as BigQuery does, which refuses some
numbers of 16 digits or more: send a string. \`JSON\` takes a string that holds the document's text, never the document itself. A record takes an object;
a repeated column takes an array without nulls, or nothing, but not \`null\`.

## Checked by Google's own analyzer

\`npm test\` records each distinct statement that this BigQuery accepts, with the types of its parameters and the tables that it
names (never with values of parameters); \`npm run lint:googlesql\` then passes them through Google's SQL analyzer,
[ZetaSQL](https://github.com/google/zetasql), with every view, model, action and console query of the repository and the SQL of
these pages. A statement that Google would refuse fails the check, and so does a view whose columns differ from its schema. The analyzer
is downloaded once into a cache folder (\`SLUICE_CACHE_DIR\`; by default \`~/.cache/sluice\`). It is of 2023: what is younger is declared
in \`test/googlesql/later_functions.ts\`, or excused in \`test/googlesql/excused.ts\` with the reason.

## Limits

- One process at a time has the data directory open.
- Jobs end before they are answered, but jobs.query with \`timeoutMs\` answers \`jobComplete: false\` after that time, and the job goes on. There is
  no queue and no priority, and only scripts can be cancelled, also by \`jobTimeoutMs\`. The latest 1000 jobs are remembered.
- \`INFORMATION_SCHEMA.JOBS\`, \`JOBS_BY_PROJECT\` and \`JOBS_BY_USER\` show the remembered jobs, with the columns that have a meaning here; a
  query that fails in jobs.query is not remembered. \`PARTITIONS\` shows when a table last changed, not when a partition did.
- The anonymous table with the result of a query is as old as its job, at most: it is forgotten with it and after a restart. tables.get and
  tabledata.list read it; a query cannot.
- A dry run's \`totalBytesProcessed\` is the size of the columns that the query names, in the partitions that remain after the comparisons of
  the partition column with constants, also through views, subqueries and WITH tables. It is an upper bound: every mention of a table counts,
  and clustering spares nothing. \`maximumBytesBilled\` is held against it. Elsewhere \`totalBytesProcessed\` and \`numBytes\` are 0: nothing
  is billed.
- \`lastModifiedTime\` and \`etag\` of a table change with every change of its rows; after a restart they are at most as old as
  the file.
- Copy jobs make snapshots and clones, and restore snapshots, of a table as it is now. A snapshot is read only. \`CREATE SNAPSHOT TABLE\`,
  \`CREATE TABLE … CLONE\` and \`DROP SNAPSHOT TABLE\` are refused by name.
- The IAM policy of a table grants in addition to the access that the server was opened with. A table that has one is not replaced.
- insertId is remembered for one minute, in memory.
- \`timePartitioning.expirationMs\` hides the rows of expired partitions from every reader; they stay on disk. Other expirations
  are kept as metadata, and nothing else expires.
- Rows in the streaming buffer can be changed, unless the fault of that name is on; then a statement is refused that would change
  one of them (MERGE: whose condition matches one).
- A JSON column keeps as they were given the numbers that BigQuery would round or refuse; PARSE_JSON and JSON literals refuse
  them.
- A civil time that daylight saving skips is refused; one that it repeats is the first.
- An aggregate of nothing but an outer query's columns is refused.
- Queries nest 250 levels deep at most, operators 200.
- insertAll takes 10 MB a request, an upload 512 MB.
- Queries use ${memoryLimit / 1e6} MB of memory, all together, and two threads; what is more goes to disk, beside the data, while they run. Large rows raise the limit: DuckDB holds 2,048 rows of a column in memory at once. At 60 percent of the machine's memory, such rows are refused with 503.
- Requests without an Authorization header may do everything, as with other emulators; with one, IAM decides.

## Faults

\`POST /faults\` switches faults on, \`GET /faults\` tells which are, \`DELETE /faults\` ends them all:

\`\`\`sh
curl "$BIGQUERY_EMULATOR_HOST/faults" -d '{"insertAll": {"status": 503, "times": 2}, "unknownTable": {"calls": 3}}'
\`\`\`

${table(
  ['Fault', 'Members', 'What it does'],
  faultKinds.map(({ name, members, effect }) => [`\`${name}\``, code(members), effect]),
)}

\`status\` is any HTTP status and \`reason\` any of BigQuery's; without them, 429 says \`rateLimitExceeded\` and every other status
\`backendError\`. \`times\` and \`calls\` count requests, \`seconds\` and \`delayMs\` time; without \`times\` and \`seconds\` a
fault lasts until it is switched off.
`
  const options = await resolveConfig(documentPath)
  return format(page, { ...options, parser: 'markdown' })
}

if (import.meta.main) await writeFile(documentPath, await documentText())
