/** State files in every form that the format allows: the ones that its description shows. */
export const EXAMPLES = {
  template: `# Task #101: {title}

## 0. Metadata
\`\`\`json
{
  "task_id": 101,
  "epic_id": 10,
  "status": "in_progress",
  "total_sessions": 3
}
\`\`\`

## 1. Context

**Epic:** {epic_title} (#{epic_id})
**Repository:** {repo_name}

### Requirements
{brief task requirements - 2-5 sentences}

### Acceptance Criteria
- [ ] Criterion 1
- [ ] Criterion 2
- [ ] Criterion 3

## 2. Chain Inputs
(Only if this task depends on other tasks)

### From Task #{dep_id}: {dep_title}
> {summary of what upstream task produced}

## 3. Progress Log

### Session 1 - {timestamp}
**Did:** {bullet points}
**Issues:** {any blockers}
**Next:** {clear next steps}

## 4. Chain Output
(Agent fills when task is complete)

### Summary
{what was built}

### For Downstream Tasks
{API contracts, integration notes}
`,
  simple: `# Task #201: Add dark mode toggle

## 0. Metadata
\`\`\`json
{
  "task_id": 201,
  "epic_id": 15,
  "status": "in_progress",
  "total_sessions": 0
}
\`\`\`

## 1. Context

**Epic:** UI Polish (#15)
**Repository:** frontend

### Requirements
Add a dark mode toggle to the settings page. Use existing theme context.
Follow the ui-patterns skill for styling.

### Acceptance Criteria
- [ ] Toggle switch in Settings > General
- [ ] Persists preference to localStorage
- [ ] Applies theme immediately without reload

## 3. Progress Log

(No sessions yet)

## 4. Chain Output

(To be completed)
`,
  dependent: `# Task #102: Auth API endpoints

## 0. Metadata
\`\`\`json
{
  "task_id": 102,
  "epic_id": 10,
  "status": "in_progress",
  "dependencies": [100, 101],
  "total_sessions": 2
}
\`\`\`

## 1. Context

**Epic:** User Authentication (#10)
**Repository:** backend

### Requirements
Create REST endpoints for login, logout, and token refresh.
Use the JWT service from Task #101.

### Acceptance Criteria
- [x] POST /auth/login returns JWT on valid credentials
- [ ] POST /auth/logout invalidates refresh token
- [ ] POST /auth/refresh returns new access token
- [ ] All endpoints have input validation
- [ ] Integration tests pass

## 2. Chain Inputs

### From Task #100: Database Schema
> Users table: id (UUID), email (unique), password_hash, created_at

### From Task #101: JWT Service
> JWTService API:
> - \`generateToken(userId: string): string\`
> - \`verifyToken(token: string): TokenPayload | null\`
> - \`refreshToken(oldToken: string): string\`
>
> Config: JWT_SECRET, JWT_EXPIRY=15m

## 3. Progress Log

### Session 1 - 2024-11-26 14:00
**Did:**
- Created auth.routes.ts with login endpoint
- Integrated JWTService from Task #101
- Login works with valid credentials

**Issues:** None

**Next:** Implement logout and refresh endpoints

### Session 2 - 2024-11-26 15:30
**Did:**
- Added logout endpoint with token blacklist
- Started refresh endpoint

**Issues:** Need to handle concurrent refresh requests

**Next:** Fix race condition, add validation, write tests

## 4. Chain Output

(To be completed)
`,
  complete: `# Task #101: JWT Service

## 0. Metadata
\`\`\`json
{
  "task_id": 101,
  "epic_id": 10,
  "status": "complete",
  "total_sessions": 5
}
\`\`\`

## 1. Context

**Epic:** User Authentication (#10)
**Repository:** backend

### Requirements
Implement JWT token service for authentication.
Support access tokens (15min) and refresh tokens (7 days).

### Acceptance Criteria
- [x] generateToken() creates valid JWT
- [x] verifyToken() validates signature and expiry
- [x] refreshToken() rotates tokens securely
- [x] Unit tests with 90%+ coverage

## 3. Progress Log

### Session 1 - 2024-11-26 10:00
**Did:** Set up project structure, added jsonwebtoken dependency
**Issues:** TypeScript types not found
**Next:** Fix types, implement generateToken

### Session 2 - 2024-11-26 11:00
**Did:** Fixed types, implemented generateToken()
**Issues:** None
**Next:** Implement verifyToken

### Session 3 - 2024-11-26 12:00
**Did:** Implemented verifyToken with signature validation
**Issues:** None
**Next:** Add refresh token logic

### Session 4 - 2024-11-26 13:00
**Did:** Added refreshToken with rotation
**Issues:** None
**Next:** Write tests

### Session 5 - 2024-11-26 14:00
**Did:** Wrote unit tests, achieved 94% coverage
**Issues:** None
**Next:** Task complete

## 4. Chain Output

### Summary
JWT authentication service with token generation, verification, and secure refresh.

### Files Created
- \`src/auth/jwt.service.ts\` - Main service
- \`src/auth/jwt.service.test.ts\` - Tests (94% coverage)

### API Contract
\`\`\`typescript
class JWTService {
  generateToken(userId: string): string
  verifyToken(token: string): TokenPayload | null
  refreshToken(oldToken: string): string
}
\`\`\`

### Configuration Required
\`\`\`env
JWT_SECRET=min-32-char-secret
JWT_EXPIRY=15m
JWT_REFRESH_EXPIRY=7d
\`\`\`

### Integration Notes
- Import: \`import { jwtService } from '../auth/jwt.service'\`
- Returns null for invalid tokens (check before proceeding)
- Token format: Bearer in Authorization header
`,
  minimal: `# Task #305: Fix login button disabled state

## 0. Metadata
\`\`\`json
{
  "task_id": 305,
  "epic_id": null,
  "status": "in_progress",
  "total_sessions": 0
}
\`\`\`

## 1. Context

**Repository:** frontend

### Requirements
Login button stays disabled after form validation passes.
Fix: Check \`isValid\` state in button disabled prop.
File: \`src/components/LoginForm.tsx\` line ~45

### Acceptance Criteria
- [ ] Button enables when email and password are valid
- [ ] Button disables during submission

## 3. Progress Log

(No sessions yet)

## 4. Chain Output

(Small fix - minimal output needed)
`,
  archived: `# Task #101: JWT Service

## 0. Metadata
\`\`\`json
{
  "task_id": 101,
  "epic_id": 10,
  "status": "in_progress",
  "total_sessions": 7
}
\`\`\`

## 3. Progress Log

### Archived Summary (Sessions 1-5)
**Duration:** 2024-11-26 10:00 - 14:00
**Accomplishments:** Set up project, core implementation done
**Commits:** abc123, def456, ghi789
[Full details: .specflux/archives/task-101-archive.md]

### Session 6 - 2024-11-26 15:00
(Full detail)

### Session 7 - 2024-11-26 16:00
(Full detail - most recent)
`,
  linked: `# Task #101: JWT Service

## 0. Metadata
\`\`\`json
{
  "task_id": 101,
  "epic_id": 10,
  "status": "in_progress",
  "total_sessions": 7
}
\`\`\`

## 1. Context

**Epic:** User Auth (#10) [details](/api/epics/10)
**PRD:** [user-auth.md](/api/prds/user-auth)

### Requirements
JWT tokens with 15-min expiry. Use jsonwebtoken library.

## 2. Chain Inputs

### From Task #100: Database Schema
> Users table: id, email, password_hash

[Full chain output](/api/tasks/100/chain-output)
`,
} as const;
