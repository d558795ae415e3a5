import pg from "pg"

/**
 * Triggers that record every publication of a version and every successful job, with the transaction that wrote it.
 * They reveal a job that two workers ran up to publication, even if its final state does not.
 */
const RECORDING = `
  create table recorded_publication (transaction xid8 not null, version_key text not null, generation bigint not null);
  create table recorded_success (transaction xid8 not null, job_id text not null);
  create function record_publication() returns trigger language plpgsql as $$ begin
    insert into recorded_publication values (pg_current_xact_id(), new.key::text, new.generation);
    return null;
  end $$;
  create function record_success() returns trigger language plpgsql as $$ begin
    insert into recorded_success values (pg_current_xact_id(), new.id::text);
    return null;
  end $$;
  create trigger record_publication after update on version for each row
    when (new.generation > old.generation) execute function record_publication();
  create trigger record_success after update on job for each row
    when (new.state = 'succeeded' and old.state <> 'succeeded') execute function record_success();`

const JOBS_THAT_PUBLISHED_TWICE = `
  select job_id || ' published ' || count(*) || ' times' as fault
    from recorded_success join recorded_publication using (transaction) group by job_id having count(*) > 1`

const PUBLICATIONS_OF_NO_JOB = `
  select version_key || ' was published in generation ' || generation || ' by ' || count(job_id) || ' jobs' as fault
    from recorded_publication left join recorded_success using (transaction)
    group by transaction, version_key, generation having count(job_id) <> 1`

/** Starts recording. The catalogue must be migrated already. */
export async function recordPublications(databaseUrl: string): Promise<void> {
  await inDatabase(databaseUrl, (client) => client.query(RECORDING))
}

/** Returns the number of recorded publications, and those that do not belong to exactly one successful job. */
export async function checkPublications(
  databaseUrl: string,
): Promise<{ readonly publications: number; readonly publishedTwice: readonly string[] }> {
  return inDatabase(databaseUrl, async (client) => {
    const count = await client.query<{ count: string }>("select count(*) as count from recorded_publication")
    const twice = await client.query<{ fault: string }>(JOBS_THAT_PUBLISHED_TWICE)
    const ofNone = await client.query<{ fault: string }>(PUBLICATIONS_OF_NO_JOB)
    return {
      publications: Number(count.rows[0]?.count),
      publishedTwice: [...twice.rows, ...ofNone.rows].map(({ fault }) => fault),
    }
  })
}

async function inDatabase<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
