import type { Selectable } from "kysely"
import type { Clock } from "../../base/clock.ts"
import type { ProjectTable, TeamspaceTable } from "../schema/teamspaces.ts"
import type { ProjectRecord, TeamspaceRecord, TeamspaceRole, TeamspaceStore } from "./records.ts"
import { newRowKey } from "../engines/row-key.ts"
import type { Database } from "../schema/database.ts"
import { atomically } from "../engines/transactions.ts"

/** Name of the first project of every teamspace. */
const DEFAULT_PROJECT_NAME = "Default"

/** Stores teamspaces with their members and projects. */
export function createTeamspaceStore(db: Database, clock: Clock): TeamspaceStore {
  return { ...teamspacesIn(db, clock), ...membersIn(db, clock), ...projectsIn(db, clock) }
}

type Part<Name extends keyof TeamspaceStore> = Pick<TeamspaceStore, Name>

function teamspacesIn(db: Database, clock: Clock): Part<"add" | "byKey" | "list" | "update" | "lock"> {
  return {
    add({ name, plan }) {
      const teamspace = { key: newRowKey(), name, plan, created_at_ms: clock.now() }
      return atomically(db, async (within) => {
        await within.insertInto("teamspace").values(teamspace).execute()
        await within
          .insertInto("project")
          .values(newProject(teamspace.key, DEFAULT_PROJECT_NAME, clock))
          .execute()
        return toTeamspace(teamspace)
      })
    },
    async byKey(key) {
      const row = await db.selectFrom("teamspace").selectAll().where("key", "=", key).executeTakeFirst()
      return row && toTeamspace(row)
    },
    async list({ offset, limit }) {
      const found = db.selectFrom("teamspace").selectAll().orderBy("created_at_ms").orderBy("key")
      return (await found.offset(offset).limit(limit).execute()).map(toTeamspace)
    },
    async update(key, changes) {
      if (Object.keys(changes).length > 0) {
        await db.updateTable("teamspace").set(changes).where("key", "=", key).execute()
      }
    },
    async lock(key) {
      // An update locks the row on every engine, even if it changes nothing.
      await db.updateTable("teamspace").set({ key }).where("key", "=", key).execute()
    },
  }
}

function membersIn(db: Database, clock: Clock): Part<"ofUser" | "membership" | "members" | "setRole" | "removeMember"> {
  const toMembership = (row: { user_key: string; teamspace_key: string; role: string; created_at_ms: number }) => ({
    userKey: row.user_key,
    teamspaceKey: row.teamspace_key,
    role: row.role as TeamspaceRole,
    createdAtMs: row.created_at_ms,
  })
  return {
    async ofUser(userKey) {
      const rows = await db
        .selectFrom("membership")
        .innerJoin("teamspace", "teamspace.key", "membership.teamspace_key")
        .selectAll("teamspace")
        .select("membership.role")
        .where("membership.user_key", "=", userKey)
        .orderBy("membership.created_at_ms")
        .orderBy("teamspace.key")
        .execute()
      return rows.map((row) => ({ ...toTeamspace(row), role: row.role as TeamspaceRole }))
    },
    async membership(userKey, teamspaceKey) {
      const found = db.selectFrom("membership").selectAll().where("user_key", "=", userKey)
      const row = await found.where("teamspace_key", "=", teamspaceKey).executeTakeFirst()
      return row && toMembership(row)
    },
    async members(teamspaceKey) {
      const rows = await db
        .selectFrom("membership")
        .innerJoin("account", "account.key", "membership.user_key")
        .selectAll("membership")
        .select("account.name")
        .where("membership.teamspace_key", "=", teamspaceKey)
        .orderBy("account.name")
        .execute()
      return rows.map((row) => ({ ...toMembership(row), name: row.name }))
    },
    async setRole(userKey, teamspaceKey, role) {
      await db
        .insertInto("membership")
        .values({ user_key: userKey, teamspace_key: teamspaceKey, role, created_at_ms: clock.now() })
        .onConflict((conflict) => conflict.columns(["user_key", "teamspace_key"]).doUpdateSet({ role }))
        .execute()
    },
    async removeMember(userKey, teamspaceKey) {
      const removed = db.deleteFrom("membership").where("user_key", "=", userKey)
      return (await removed.where("teamspace_key", "=", teamspaceKey).executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

function projectsIn(
  db: Database,
  clock: Clock,
): Part<"addProject" | "projectByKey" | "projects" | "renameProject" | "removeProject"> {
  return {
    async addProject({ teamspaceKey, name }) {
      const insertion = db.insertInto("project").values({ ...newProject(teamspaceKey, name, clock), is_default: 0 })
      const inserted = insertion.onConflict((conflict) => conflict.doNothing()).returningAll()
      const row = await inserted.executeTakeFirst()
      return row && toProject(row)
    },
    async projectByKey(key) {
      const row = await db.selectFrom("project").selectAll().where("key", "=", key).executeTakeFirst()
      return row && toProject(row)
    },
    async projects(teamspaceKey) {
      const found = db.selectFrom("project").selectAll().where("teamspace_key", "=", teamspaceKey)
      return (await found.orderBy("is_default", "desc").orderBy("name").execute()).map(toProject)
    },
    renameProject: (key, name) =>
      atomically(db, async (within) => {
        const project = await within.selectFrom("project").selectAll().where("key", "=", key).executeTakeFirst()
        if (project === undefined) return false
        const others = within.selectFrom("project").select("key").where("teamspace_key", "=", project.teamspace_key)
        const taken = await others.where("name", "=", name).where("key", "!=", key).executeTakeFirst()
        if (taken !== undefined) return false
        await within.updateTable("project").set({ name }).where("key", "=", key).execute()
        return true
      }),
    removeProject: (key) =>
      atomically(db, async (within) => {
        const removal = within.deleteFrom("project").where("key", "=", key).where("is_default", "=", 0)
        if ((await removal.executeTakeFirst()).numDeletedRows === 0n) return false
        await within.updateTable("library").set({ project_key: null }).where("project_key", "=", key).execute()
        return true
      }),
  }
}

function newProject(teamspaceKey: string, name: string, clock: Clock): Selectable<ProjectTable> {
  return { key: newRowKey(), teamspace_key: teamspaceKey, name, is_default: 1, created_at_ms: clock.now() }
}

function toTeamspace(row: Selectable<TeamspaceTable>): TeamspaceRecord {
  return { key: row.key, name: row.name, plan: row.plan as TeamspaceRecord["plan"], createdAtMs: row.created_at_ms }
}

function toProject(row: Selectable<ProjectTable>): ProjectRecord {
  return {
    key: row.key,
    teamspaceKey: row.teamspace_key,
    name: row.name,
    isDefault: row.is_default === 1,
    createdAtMs: row.created_at_ms,
  }
}
