// Generated from the OpenAPI document. Do not edit.

export interface paths {
    "/api/v1/team/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListProjects"];
        put?: never;
        post: operations["CreateProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/projects/{projectId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateProject"];
        trace?: never;
    };
    "/api/v1/team/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateTickets"];
        trace?: never;
    };
    "/api/v1/team/tickets/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["CountTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/tickets/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetTicketFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetTeamTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateTicket"];
        trace?: never;
    };
    "/api/v1/team/tickets/{ticketId}/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ReplyToTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/tickets/{ticketId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AddNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/players/{playerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdatePlayer"];
        trace?: never;
    };
    "/api/v1/team/players/{playerId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["MessagePlayer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/players/{playerId}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListTicketsOfPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/players/{playerId}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListInstallations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/macros": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListMacros"];
        put?: never;
        post: operations["CreateMacro"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/macros/{macroId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["DeleteMacro"];
        options?: never;
        head?: never;
        patch: operations["UpdateMacro"];
        trace?: never;
    };
    "/api/v1/team/announcements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListAnnouncements"];
        put?: never;
        post: operations["CreateAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/announcements/{announcementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["DeleteAnnouncement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["StreamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SetPresence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetSession"];
        put?: never;
        post: operations["SignIn"];
        delete: operations["SignOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateAccount"];
        trace?: never;
    };
    "/api/v1/team/account/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["BeginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/account/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ConfirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/account/totp/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["EndTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["UpdateMember"];
        trace?: never;
    };
    "/api/v1/team/members/{memberId}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["CreatePasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListInvitations"];
        put?: never;
        post: operations["CreateInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["DeleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LookAtInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AcceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListApiKeys"];
        put?: never;
        post: operations["CreateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/api-keys/{apiKeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["DeleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/api-keys/take-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["TakeOverApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ListAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/team/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["SignOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateProjectRequest: {
            name: string;
        };
        /** @enum {string} */
        ProjectStatus: "active" | "disabled";
        TicketType: {
            type: string;
            label: string;
        };
        ProjectLimits: {
            newPlayersPerAddress: number;
            newPlayersPerProject: number;
            newPlayerTicketsPerAddress: number;
            newPlayerTicketsPerProject: number;
        };
        ProjectResponse: {
            id: string;
            name: string;
            publicKey: string;
            status: components["schemas"]["ProjectStatus"];
            autoCloseDays: number;
            ticketTypes: components["schemas"]["TicketType"][];
            limits: components["schemas"]["ProjectLimits"];
            createdAt: string;
        };
        ValidationProblemDetails: {
            type?: string | null;
            title?: string | null;
            status?: number;
            detail?: string | null;
            instance?: string | null;
            errors?: {
                [key: string]: string[];
            };
        };
        ProblemDetails: {
            type?: string | null;
            title?: string | null;
            status?: number;
            detail?: string | null;
            instance?: string | null;
        };
        ProjectsResponse: {
            projects: components["schemas"]["ProjectResponse"][];
        };
        TicketTypeRequest: {
            type: string;
            label: string;
        };
        ProjectLimitsRequest: {
            newPlayersPerAddress?: number;
            newPlayersPerProject?: number;
            newPlayerTicketsPerAddress?: number;
            newPlayerTicketsPerProject?: number;
        };
        UpdateProjectRequest: {
            name?: string;
            status?: components["schemas"]["ProjectStatus"];
            autoCloseDays?: number;
            ticketTypes?: components["schemas"]["TicketTypeRequest"][];
            limits?: components["schemas"]["ProjectLimitsRequest"];
        };
        /** @enum {string} */
        TicketStatus: "open" | "pending" | "resolved" | "closed";
        /** @enum {string} */
        TicketPriority: "low" | "normal" | "high" | "urgent";
        QueueTicketResponse: {
            id: string;
            projectId: string;
            playerId: string;
            type: string;
            status: components["schemas"]["TicketStatus"];
            subject: string;
            lastMessagePreview: string | null;
            lastMessageAt: string | null;
            attentionSince: string | null;
            createdAt: string;
            assigneeId: string | null;
            priority: components["schemas"]["TicketPriority"];
            tags: string[];
            platform: string | null;
            appVersion: string | null;
            locale: string | null;
        };
        TicketQueueResponse: {
            tickets: components["schemas"]["QueueTicketResponse"][];
            nextCursor: string | null;
        };
        ViewCount: {
            count: number;
            capped: boolean;
        };
        TicketCountsResponse: {
            attention: components["schemas"]["ViewCount"];
            mine: components["schemas"]["ViewCount"];
            unassigned: components["schemas"]["ViewCount"];
            open: components["schemas"]["ViewCount"];
            pending: components["schemas"]["ViewCount"];
            resolved: components["schemas"]["ViewCount"];
            closed: components["schemas"]["ViewCount"];
            all: components["schemas"]["ViewCount"];
        };
        TicketFacetsResponse: {
            types: string[];
            platforms: string[];
            appVersions: string[];
            locales: string[];
            tags: string[];
        };
        UpdateTicketsRequest: {
            ticketIds: string[];
            status?: components["schemas"]["TicketStatus"];
            assigneeId?: string | null;
            priority?: components["schemas"]["TicketPriority"];
            addTags?: string[];
            removeTags?: string[];
        };
        UpdatedTicketsResponse: {
            updated: string[];
            notFound: string[];
        };
        PlayerContext: {
            appVersion: string | null;
            buildNumber: string | null;
            platform: string | null;
            locale: string | null;
            deviceModel: string | null;
            osVersion: string | null;
        };
        PlayerResponse: {
            id: string;
            projectId: string;
            userId: string | null;
            sessionId: string | null;
            context: components["schemas"]["PlayerContext"];
            blocked: boolean;
            openTickets: number;
            createdAt: string;
            lastSeenAt: string;
        };
        /** @enum {string} */
        MessageVisibility: "public" | "internal";
        Actor: {
            id: string;
            name: string;
        };
        TeamMessageResponse: {
            id: string;
            /** @enum {string} */
            authorType: "player" | "admin" | "system";
            visibility: components["schemas"]["MessageVisibility"];
            message: string;
            author: components["schemas"]["Actor"] | null;
            createdAt: string;
            readAt: string | null;
        };
        /** @enum {string} */
        TicketEventKind: "status" | "assignee" | "priority" | "tags";
        TicketEventResponse: {
            id: string;
            kind: components["schemas"]["TicketEventKind"];
            from: string | null;
            to: string | null;
            actor: components["schemas"]["Actor"] | null;
            createdAt: string;
        };
        TeamTicketResponse: {
            id: string;
            projectId: string;
            playerId: string;
            type: string;
            status: components["schemas"]["TicketStatus"];
            subject: string;
            lastMessagePreview: string | null;
            lastMessageAt: string | null;
            attentionSince: string | null;
            createdAt: string;
            assigneeId: string | null;
            priority: components["schemas"]["TicketPriority"];
            tags: string[];
            platform: string | null;
            appVersion: string | null;
            locale: string | null;
            player: components["schemas"]["PlayerResponse"];
            context: components["schemas"]["PlayerContext"];
            messages: components["schemas"]["TeamMessageResponse"][];
            events: components["schemas"]["TicketEventResponse"][];
        };
        UpdateTicketRequest: {
            status?: components["schemas"]["TicketStatus"];
            assigneeId?: string | null;
            priority?: components["schemas"]["TicketPriority"];
            tags?: string[];
        };
        WriteReplyRequest: {
            message: string;
            /** @enum {string} */
            status?: "pending" | "resolved" | "closed";
            afterMessageId?: string;
        };
        ReplyResponse: {
            messageId: string;
            status: components["schemas"]["TicketStatus"];
            createdAt: string;
        };
        WriteMessageRequest: {
            message: string;
        };
        NoteResponse: {
            messageId: string;
            createdAt: string;
        };
        UpdatePlayerRequest: {
            blocked: boolean;
        };
        DirectMessageRequest: {
            title: string;
            body: string;
        };
        DirectMessageResponse: {
            id: string;
            createdAt: string;
        };
        PlayerTicketsResponse: {
            tickets: components["schemas"]["QueueTicketResponse"][];
        };
        InstallationsResponse: {
            players: components["schemas"]["PlayerResponse"][];
        };
        CreateMacroRequest: {
            name: string;
            body: string;
            projectId?: string | null;
        };
        MacroResponse: {
            id: string;
            projectId: string | null;
            name: string;
            body: string;
            createdAt: string;
        };
        MacrosResponse: {
            macros: components["schemas"]["MacroResponse"][];
        };
        UpdateMacroRequest: {
            name?: string;
            body?: string;
            projectId?: string | null;
        };
        CreateAnnouncementRequest: {
            projectId: string;
            title: string;
            body: string;
            startsAt?: string | null;
            endsAt?: string | null;
        };
        AnnouncementResponse: {
            id: string;
            projectId: string;
            title: string;
            body: string;
            startsAt: string | null;
            endsAt: string | null;
            createdAt: string;
        };
        AnnouncementsResponse: {
            announcements: components["schemas"]["AnnouncementResponse"][];
        };
        /** @enum {string} */
        PresenceState: "viewing" | "writing" | "gone";
        SetPresenceRequest: {
            ticketId: string;
            state: components["schemas"]["PresenceState"];
        };
        SignInRequest: {
            email: string;
            password: string;
            code?: string;
        };
        /** @enum {string} */
        Role: "viewer" | "agent" | "admin" | "owner";
        MemberResponse: {
            id: string;
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            projectIds: string[] | null;
            disabled: boolean;
            totp: boolean;
            createdAt: string;
        };
        SessionResponse: {
            member: components["schemas"]["MemberResponse"];
            expiresAt: string;
        };
        UpdateAccountRequest: {
            name?: string;
            currentPassword?: string;
            newPassword?: string;
        };
        TotpSecretResponse: {
            secret: string;
            uri: string;
        };
        ConfirmTotpRequest: {
            code: string;
        };
        RecoveryCodesResponse: {
            recoveryCodes: string[];
        };
        EndTotpRequest: {
            password: string;
        };
        MembersResponse: {
            members: components["schemas"]["MemberResponse"][];
        };
        UpdateMemberRequest: {
            role?: components["schemas"]["Role"];
            projectIds?: string[] | null;
            disabled?: boolean;
        };
        InvitationResponse: {
            id: string;
            email: string | null;
            role: components["schemas"]["Role"];
            projectIds: string[] | null;
            memberId: string | null;
            createdAt: string;
            expiresAt: string;
            createdBy: string | null;
        };
        CreatedInvitationResponse: {
            invitation: components["schemas"]["InvitationResponse"];
            token: string;
        };
        InvitationsResponse: {
            invitations: components["schemas"]["InvitationResponse"][];
        };
        CreateInvitationRequest: {
            email: string;
            role: components["schemas"]["Role"];
            projectIds?: string[] | null;
        };
        LookAtInvitationRequest: {
            token: string;
        };
        AcceptInvitationRequest: {
            token: string;
            name?: string;
            email?: string;
            password: string;
            code?: string;
        };
        ApiKeyResponse: {
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            projectIds: string[] | null;
            createdAt: string;
            createdBy: string | null;
            lastUsedAt: string | null;
            expiresAt: string | null;
            suspendedAt: string | null;
            revokedAt: string | null;
        };
        ApiKeysResponse: {
            apiKeys: components["schemas"]["ApiKeyResponse"][];
        };
        CreateApiKeyRequest: {
            name: string;
            role: components["schemas"]["Role"];
            projectIds?: string[] | null;
            expiresAt?: string | null;
        };
        CreatedApiKeyResponse: {
            apiKey: components["schemas"]["ApiKeyResponse"];
            key: string;
        };
        TakeOverApiKeysRequest: {
            apiKeyIds: string[];
        };
        AuditActor: {
            /** @enum {string} */
            type: "member" | "api_key" | "system";
            id: string;
            name: string;
        };
        AuditEntryResponse: {
            id: string;
            at: string;
            actor: components["schemas"]["AuditActor"];
            action: string;
            projectId: string | null;
            target: string | null;
            details: {
                [key: string]: unknown;
            };
        };
        AuditResponse: {
            entries: components["schemas"]["AuditEntryResponse"][];
            nextCursor: string | null;
        };
    };
    responses: never;
    parameters: {
        projectId: string;
        ticketId: string;
        "Idempotency-Key": string;
        playerId: string;
        macroId: string;
        announcementId: string;
        "Last-Event-ID": string;
        memberId: string;
        invitationId: string;
        apiKeyId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    ListProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectsResponse"];
                };
            };
        };
    };
    CreateProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
        };
    };
    GetProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["projectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
        };
    };
    UpdateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: components["parameters"]["projectId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
        };
    };
    ListTickets: {
        parameters: {
            query?: {
                projectId?: string;
                type?: string;
                status?: components["schemas"]["TicketStatus"];
                platform?: string;
                appVersion?: string;
                locale?: string;
                tag?: string;
                priority?: components["schemas"]["TicketPriority"];
                assigneeId?: string;
                from?: string;
                to?: string;
                view?: "attention" | "mine" | "unassigned" | "open" | "pending" | "resolved" | "closed" | "all";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketQueueResponse"];
                };
            };
        };
    };
    UpdateTickets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicketsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedTicketsResponse"];
                };
            };
        };
    };
    CountTickets: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketCountsResponse"];
                };
            };
        };
    };
    GetTicketFacets: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketFacetsResponse"];
                };
            };
        };
    };
    GetTeamTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticketId: components["parameters"]["ticketId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamTicketResponse"];
                };
            };
        };
    };
    UpdateTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticketId: components["parameters"]["ticketId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTicketRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamTicketResponse"];
                };
            };
        };
    };
    ReplyToTicket: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                ticketId: components["parameters"]["ticketId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteReplyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplyResponse"];
                };
            };
        };
    };
    AddNote: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                ticketId: components["parameters"]["ticketId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteMessageRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoteResponse"];
                };
            };
        };
    };
    GetPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: components["parameters"]["playerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerResponse"];
                };
            };
        };
    };
    UpdatePlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: components["parameters"]["playerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePlayerRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerResponse"];
                };
            };
        };
    };
    MessagePlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: components["parameters"]["playerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectMessageRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectMessageResponse"];
                };
            };
        };
    };
    ListTicketsOfPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: components["parameters"]["playerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlayerTicketsResponse"];
                };
            };
        };
    };
    ListInstallations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: components["parameters"]["playerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationsResponse"];
                };
            };
        };
    };
    ListMacros: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacrosResponse"];
                };
            };
        };
    };
    CreateMacro: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMacroRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacroResponse"];
                };
            };
        };
    };
    DeleteMacro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                macroId: components["parameters"]["macroId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    UpdateMacro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                macroId: components["parameters"]["macroId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMacroRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacroResponse"];
                };
            };
        };
    };
    ListAnnouncements: {
        parameters: {
            query?: {
                projectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementsResponse"];
                };
            };
        };
    };
    CreateAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAnnouncementRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementResponse"];
                };
            };
        };
    };
    DeleteAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                announcementId: components["parameters"]["announcementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    StreamEvents: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: components["parameters"]["Last-Event-ID"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    SetPresence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPresenceRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    GetSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    SignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    SignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    UpdateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccountRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
        };
    };
    BeginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecretResponse"];
                };
            };
        };
    };
    ConfirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotpRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
                };
            };
        };
    };
    EndTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndTotpRequest"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    ListMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MembersResponse"];
                };
            };
        };
    };
    UpdateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: components["parameters"]["memberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
        };
    };
    CreatePasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: components["parameters"]["memberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitationResponse"];
                };
            };
        };
    };
    ListInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationsResponse"];
                };
            };
        };
    };
    CreateInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitationResponse"];
                };
            };
        };
    };
    DeleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: components["parameters"]["invitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    LookAtInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LookAtInvitationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
        };
    };
    AcceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    ListApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeysResponse"];
                };
            };
        };
    };
    CreateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyResponse"];
                };
            };
        };
    };
    DeleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                apiKeyId: components["parameters"]["apiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    TakeOverApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeOverApiKeysRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeysResponse"];
                };
            };
        };
    };
    ListAuditEntries: {
        parameters: {
            query?: {
                actorId?: string;
                action?: string;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditResponse"];
                };
            };
        };
    };
    SignOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
