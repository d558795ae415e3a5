import { addCommand } from "./libraries/add-command.ts"
import { adminCommand } from "./instance/admin-command.ts"
import { applyCommand } from "./libraries/apply-command.ts"
import { askCommand } from "./answers/ask-command.ts"
import { auditCommand } from "./instance/audit-command.ts"
import { cancelCommand } from "./libraries/cancel-command.ts"
import { popularCommand } from "./libraries/popular-command.ts"
import { changeCommand } from "./libraries/change-command.ts"
import { configCommand } from "./instance/config-command.ts"
import { backupCommand, migrateCommand, restoreCommand } from "./instance/copy-commands.ts"
import { connectionsCommand } from "./instance/connections-command.ts"
import { deleteCommand } from "./libraries/delete-command.ts"
import { policiesCommand } from "./people/policies-command.ts"
import { doctorCommand } from "./instance/doctor-command.ts"
import { evalCommand } from "./answers/eval-command.ts"
import { exportCommand } from "./libraries/export-command.ts"
import { invitationsCommand } from "./people/invitations-command.ts"
import { jobsCommand } from "./libraries/jobs-command.ts"
import { keysCommand } from "./people/keys-command.ts"
import { listCommand } from "./libraries/list-command.ts"
import { loginCommand, logoutCommand } from "./people/login-command.ts"
import { membersCommand } from "./people/members-command.ts"
import { projectsCommand } from "./people/projects-command.ts"
import { teamspacesCommand } from "./people/teamspaces-command.ts"
import { usersCommand } from "./people/users-command.ts"
import { importCommand } from "./libraries/import-command.ts"
import { questionsCommand } from "./answers/questions-command.ts"
import { refreshCommand } from "./libraries/refresh-command.ts"
import { searchCommand } from "./answers/search-command.ts"
import { serveCommand, workCommand } from "./instance/server-commands.ts"
import { setupCommand } from "./agents/setup-command.ts"
import { statusCommand } from "./libraries/status-command.ts"
import { supportBundleCommand } from "./instance/support-bundle-command.ts"
import { syncCommand } from "./agents/sync-command.ts"
import { versionsCommand } from "./libraries/versions-command.ts"
import { watchCommand } from "./libraries/watch-command.ts"
import { webhooksCommand } from "./instance/webhooks-command.ts"

/** All commands, in the order and under the headings of `lectern --help`. */
export const COMMANDS_BY_HEADING = {
  "Libraries:": [
    addCommand,
    watchCommand,
    popularCommand,
    applyCommand,
    listCommand,
    statusCommand,
    refreshCommand,
    versionsCommand,
    changeCommand,
    jobsCommand,
    cancelCommand,
    deleteCommand,
    exportCommand,
    importCommand,
  ],
  "Answers:": [askCommand, searchCommand, evalCommand, questionsCommand],
  "Coding agents:": [setupCommand, syncCommand],
  "Accounts and access:": [
    loginCommand,
    logoutCommand,
    keysCommand,
    usersCommand,
    invitationsCommand,
    teamspacesCommand,
    membersCommand,
    projectsCommand,
    policiesCommand,
  ],
  "Server:": [
    serveCommand,
    workCommand,
    configCommand,
    doctorCommand,
    backupCommand,
    restoreCommand,
    migrateCommand,
    adminCommand,
    auditCommand,
    connectionsCommand,
    webhooksCommand,
    supportBundleCommand,
  ],
}
