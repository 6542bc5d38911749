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
    schemas: never;
    responses: never;
    parameters: never;
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
                    "application/json": {
                        projects: {
                            id: string;
                            name: string;
                            publicKey: string;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            autoCloseDays: number;
                            ticketTypes: {
                                type: string;
                                label: string;
                            }[];
                            limits: {
                                newPlayersPerAddress: number;
                                newPlayersPerProject: number;
                                newPlayerTicketsPerAddress: number;
                                newPlayerTicketsPerProject: number;
                            };
                            createdAt: string;
                        }[];
                    };
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
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        publicKey: string;
                        /** @enum {string} */
                        status: "active" | "disabled";
                        autoCloseDays: number;
                        ticketTypes: {
                            type: string;
                            label: string;
                        }[];
                        limits: {
                            newPlayersPerAddress: number;
                            newPlayersPerProject: number;
                            newPlayerTicketsPerAddress: number;
                            newPlayerTicketsPerProject: number;
                        };
                        createdAt: string;
                    };
                };
            };
        };
    };
    GetProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
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
                    "application/json": {
                        id: string;
                        name: string;
                        publicKey: string;
                        /** @enum {string} */
                        status: "active" | "disabled";
                        autoCloseDays: number;
                        ticketTypes: {
                            type: string;
                            label: string;
                        }[];
                        limits: {
                            newPlayersPerAddress: number;
                            newPlayersPerProject: number;
                            newPlayerTicketsPerAddress: number;
                            newPlayerTicketsPerProject: number;
                        };
                        createdAt: string;
                    };
                };
            };
        };
    };
    UpdateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                projectId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    status?: "active" | "disabled";
                    autoCloseDays?: number;
                    ticketTypes?: {
                        type: string;
                        label: string;
                    }[];
                    limits?: {
                        newPlayersPerAddress?: number;
                        newPlayersPerProject?: number;
                        newPlayerTicketsPerAddress?: number;
                        newPlayerTicketsPerProject?: number;
                    };
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        publicKey: string;
                        /** @enum {string} */
                        status: "active" | "disabled";
                        autoCloseDays: number;
                        ticketTypes: {
                            type: string;
                            label: string;
                        }[];
                        limits: {
                            newPlayersPerAddress: number;
                            newPlayersPerProject: number;
                            newPlayerTicketsPerAddress: number;
                            newPlayerTicketsPerProject: number;
                        };
                        createdAt: string;
                    };
                };
            };
        };
    };
    ListTickets: {
        parameters: {
            query?: {
                projectId?: string;
                type?: string;
                status?: "open" | "pending" | "resolved" | "closed";
                platform?: string;
                appVersion?: string;
                locale?: string;
                tag?: string;
                priority?: "low" | "normal" | "high" | "urgent";
                assigneeId?: string;
                from?: string;
                to?: string;
                view?: "attention" | "mine" | "unassigned" | "open" | "pending" | "resolved" | "closed" | "all";
                limit?: string;
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
                    "application/json": {
                        tickets: {
                            id: string;
                            projectId: string;
                            playerId: string;
                            type: string;
                            /** @enum {string} */
                            status: "open" | "pending" | "resolved" | "closed";
                            subject: string;
                            lastMessagePreview: string | null;
                            lastMessageAt: string | null;
                            attentionSince: string | null;
                            createdAt: string;
                            assigneeId: string | null;
                            /** @enum {string} */
                            priority: "low" | "normal" | "high" | "urgent";
                            tags: string[];
                            platform: string | null;
                            appVersion: string | null;
                            locale: string | null;
                        }[];
                        nextCursor: string | null;
                    };
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
                "application/json": {
                    ticketIds: string[];
                    /** @enum {string} */
                    status?: "open" | "pending" | "resolved" | "closed";
                    assigneeId?: string | null;
                    /** @enum {string} */
                    priority?: "low" | "normal" | "high" | "urgent";
                    addTags?: string[];
                    removeTags?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        updated: string[];
                        notFound: string[];
                    };
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
                    "application/json": {
                        attention: {
                            count: number;
                            capped: boolean;
                        };
                        mine: {
                            count: number;
                            capped: boolean;
                        };
                        unassigned: {
                            count: number;
                            capped: boolean;
                        };
                        open: {
                            count: number;
                            capped: boolean;
                        };
                        pending: {
                            count: number;
                            capped: boolean;
                        };
                        resolved: {
                            count: number;
                            capped: boolean;
                        };
                        closed: {
                            count: number;
                            capped: boolean;
                        };
                        all: {
                            count: number;
                            capped: boolean;
                        };
                    };
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
                    "application/json": {
                        types: string[];
                        platforms: string[];
                        appVersions: string[];
                        locales: string[];
                        tags: string[];
                    };
                };
            };
        };
    };
    GetTeamTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticketId: string;
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
                    "application/json": {
                        id: string;
                        projectId: string;
                        playerId: string;
                        type: string;
                        /** @enum {string} */
                        status: "open" | "pending" | "resolved" | "closed";
                        subject: string;
                        lastMessagePreview: string | null;
                        lastMessageAt: string | null;
                        attentionSince: string | null;
                        createdAt: string;
                        assigneeId: string | null;
                        /** @enum {string} */
                        priority: "low" | "normal" | "high" | "urgent";
                        tags: string[];
                        platform: string | null;
                        appVersion: string | null;
                        locale: string | null;
                        player: {
                            id: string;
                            projectId: string;
                            userId: string | null;
                            sessionId: string | null;
                            context: {
                                appVersion: string | null;
                                buildNumber: string | null;
                                platform: string | null;
                                locale: string | null;
                                deviceModel: string | null;
                                osVersion: string | null;
                            };
                            blocked: boolean;
                            openTickets: number;
                            createdAt: string;
                            lastSeenAt: string;
                        };
                        context: {
                            appVersion: string | null;
                            buildNumber: string | null;
                            platform: string | null;
                            locale: string | null;
                            deviceModel: string | null;
                            osVersion: string | null;
                        };
                        messages: {
                            id: string;
                            /** @enum {string} */
                            authorType: "player" | "admin" | "system";
                            /** @enum {string} */
                            visibility: "public" | "internal";
                            message: string;
                            author: {
                                id: string;
                                name: string;
                            } | null;
                            createdAt: string;
                            readAt: string | null;
                        }[];
                        events: {
                            id: string;
                            /** @enum {string} */
                            kind: "status" | "assignee" | "priority" | "tags";
                            from: string | null;
                            to: string | null;
                            actor: {
                                id: string;
                                name: string;
                            } | null;
                            createdAt: string;
                        }[];
                    };
                };
            };
        };
    };
    UpdateTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status?: "open" | "pending" | "resolved" | "closed";
                    assigneeId?: string | null;
                    /** @enum {string} */
                    priority?: "low" | "normal" | "high" | "urgent";
                    tags?: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        projectId: string;
                        playerId: string;
                        type: string;
                        /** @enum {string} */
                        status: "open" | "pending" | "resolved" | "closed";
                        subject: string;
                        lastMessagePreview: string | null;
                        lastMessageAt: string | null;
                        attentionSince: string | null;
                        createdAt: string;
                        assigneeId: string | null;
                        /** @enum {string} */
                        priority: "low" | "normal" | "high" | "urgent";
                        tags: string[];
                        platform: string | null;
                        appVersion: string | null;
                        locale: string | null;
                        player: {
                            id: string;
                            projectId: string;
                            userId: string | null;
                            sessionId: string | null;
                            context: {
                                appVersion: string | null;
                                buildNumber: string | null;
                                platform: string | null;
                                locale: string | null;
                                deviceModel: string | null;
                                osVersion: string | null;
                            };
                            blocked: boolean;
                            openTickets: number;
                            createdAt: string;
                            lastSeenAt: string;
                        };
                        context: {
                            appVersion: string | null;
                            buildNumber: string | null;
                            platform: string | null;
                            locale: string | null;
                            deviceModel: string | null;
                            osVersion: string | null;
                        };
                        messages: {
                            id: string;
                            /** @enum {string} */
                            authorType: "player" | "admin" | "system";
                            /** @enum {string} */
                            visibility: "public" | "internal";
                            message: string;
                            author: {
                                id: string;
                                name: string;
                            } | null;
                            createdAt: string;
                            readAt: string | null;
                        }[];
                        events: {
                            id: string;
                            /** @enum {string} */
                            kind: "status" | "assignee" | "priority" | "tags";
                            from: string | null;
                            to: string | null;
                            actor: {
                                id: string;
                                name: string;
                            } | null;
                            createdAt: string;
                        }[];
                    };
                };
            };
        };
    };
    ReplyToTicket: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                    /** @enum {string} */
                    status?: "pending" | "resolved" | "closed";
                    afterMessageId?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messageId: string;
                        /** @enum {string} */
                        status: "open" | "pending" | "resolved" | "closed";
                        createdAt: string;
                    };
                };
            };
        };
    };
    AddNote: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                ticketId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messageId: string;
                        createdAt: string;
                    };
                };
            };
        };
    };
    GetPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: string;
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
                    "application/json": {
                        id: string;
                        projectId: string;
                        userId: string | null;
                        sessionId: string | null;
                        context: {
                            appVersion: string | null;
                            buildNumber: string | null;
                            platform: string | null;
                            locale: string | null;
                            deviceModel: string | null;
                            osVersion: string | null;
                        };
                        blocked: boolean;
                        openTickets: number;
                        createdAt: string;
                        lastSeenAt: string;
                    };
                };
            };
        };
    };
    UpdatePlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    blocked: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        projectId: string;
                        userId: string | null;
                        sessionId: string | null;
                        context: {
                            appVersion: string | null;
                            buildNumber: string | null;
                            platform: string | null;
                            locale: string | null;
                            deviceModel: string | null;
                            osVersion: string | null;
                        };
                        blocked: boolean;
                        openTickets: number;
                        createdAt: string;
                        lastSeenAt: string;
                    };
                };
            };
        };
    };
    MessagePlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    body: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        createdAt: string;
                    };
                };
            };
        };
    };
    ListTicketsOfPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: string;
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
                    "application/json": {
                        tickets: {
                            id: string;
                            projectId: string;
                            playerId: string;
                            type: string;
                            /** @enum {string} */
                            status: "open" | "pending" | "resolved" | "closed";
                            subject: string;
                            lastMessagePreview: string | null;
                            lastMessageAt: string | null;
                            attentionSince: string | null;
                            createdAt: string;
                            assigneeId: string | null;
                            /** @enum {string} */
                            priority: "low" | "normal" | "high" | "urgent";
                            tags: string[];
                            platform: string | null;
                            appVersion: string | null;
                            locale: string | null;
                        }[];
                    };
                };
            };
        };
    };
    ListInstallations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                playerId: string;
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
                    "application/json": {
                        players: {
                            id: string;
                            projectId: string;
                            userId: string | null;
                            sessionId: string | null;
                            context: {
                                appVersion: string | null;
                                buildNumber: string | null;
                                platform: string | null;
                                locale: string | null;
                                deviceModel: string | null;
                                osVersion: string | null;
                            };
                            blocked: boolean;
                            openTickets: number;
                            createdAt: string;
                            lastSeenAt: string;
                        }[];
                    };
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
                    "application/json": {
                        macros: {
                            id: string;
                            projectId: string | null;
                            name: string;
                            body: string;
                            createdAt: string;
                        }[];
                    };
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
                "application/json": {
                    name: string;
                    body: string;
                    projectId?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        projectId: string | null;
                        name: string;
                        body: string;
                        createdAt: string;
                    };
                };
            };
        };
    };
    DeleteMacro: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                macroId: string;
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
                macroId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    body?: string;
                    projectId?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        projectId: string | null;
                        name: string;
                        body: string;
                        createdAt: string;
                    };
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
                    "application/json": {
                        announcements: {
                            id: string;
                            projectId: string;
                            title: string;
                            body: string;
                            startsAt: string | null;
                            endsAt: string | null;
                            createdAt: string;
                        }[];
                    };
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
                "application/json": {
                    projectId: string;
                    title: string;
                    body: string;
                    startsAt?: string | null;
                    endsAt?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        projectId: string;
                        title: string;
                        body: string;
                        startsAt: string | null;
                        endsAt: string | null;
                        createdAt: string;
                    };
                };
            };
        };
    };
    DeleteAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                announcementId: string;
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
                "Last-Event-ID"?: string;
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
                "application/json": {
                    ticketId: string;
                    /** @enum {string} */
                    state: "viewing" | "writing" | "gone";
                };
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
                    "application/json": {
                        member: {
                            id: string;
                            email: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            disabled: boolean;
                            totp: boolean;
                            createdAt: string;
                        };
                        expiresAt: string;
                    };
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
                "application/json": {
                    email: string;
                    password: string;
                    code?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: {
                            id: string;
                            email: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            disabled: boolean;
                            totp: boolean;
                            createdAt: string;
                        };
                        expiresAt: string;
                    };
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
                "application/json": {
                    name?: string;
                    currentPassword?: string;
                    newPassword?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        name: string;
                        /** @enum {string} */
                        role: "viewer" | "agent" | "admin" | "owner";
                        projectIds: string[] | null;
                        disabled: boolean;
                        totp: boolean;
                        createdAt: string;
                    };
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
                    "application/json": {
                        secret: string;
                        uri: string;
                    };
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
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recoveryCodes: string[];
                    };
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
                "application/json": {
                    password: string;
                };
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
                    "application/json": {
                        members: {
                            id: string;
                            email: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            disabled: boolean;
                            totp: boolean;
                            createdAt: string;
                        }[];
                    };
                };
            };
        };
    };
    UpdateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role?: "viewer" | "agent" | "admin" | "owner";
                    projectIds?: string[] | null;
                    disabled?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        name: string;
                        /** @enum {string} */
                        role: "viewer" | "agent" | "admin" | "owner";
                        projectIds: string[] | null;
                        disabled: boolean;
                        totp: boolean;
                        createdAt: string;
                    };
                };
            };
        };
    };
    CreatePasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                memberId: string;
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
                    "application/json": {
                        invitation: {
                            id: string;
                            email: string | null;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            memberId: string | null;
                            createdAt: string;
                            expiresAt: string;
                            createdBy: string | null;
                        };
                        token: string;
                    };
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
                    "application/json": {
                        invitations: {
                            id: string;
                            email: string | null;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            memberId: string | null;
                            createdAt: string;
                            expiresAt: string;
                            createdBy: string | null;
                        }[];
                    };
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
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "viewer" | "agent" | "admin" | "owner";
                    projectIds?: string[] | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation: {
                            id: string;
                            email: string | null;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            memberId: string | null;
                            createdAt: string;
                            expiresAt: string;
                            createdBy: string | null;
                        };
                        token: string;
                    };
                };
            };
        };
    };
    DeleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitationId: string;
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
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string | null;
                        /** @enum {string} */
                        role: "viewer" | "agent" | "admin" | "owner";
                        projectIds: string[] | null;
                        memberId: string | null;
                        createdAt: string;
                        expiresAt: string;
                        createdBy: string | null;
                    };
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
                "application/json": {
                    token: string;
                    name?: string;
                    email?: string;
                    password: string;
                    code?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: {
                            id: string;
                            email: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            disabled: boolean;
                            totp: boolean;
                            createdAt: string;
                        };
                        expiresAt: string;
                    };
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
                    "application/json": {
                        apiKeys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            createdAt: string;
                            createdBy: string | null;
                            lastUsedAt: string | null;
                            expiresAt: string | null;
                            suspendedAt: string | null;
                            revokedAt: string | null;
                        }[];
                    };
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
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    role: "viewer" | "agent" | "admin" | "owner";
                    projectIds?: string[] | null;
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKey: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            createdAt: string;
                            createdBy: string | null;
                            lastUsedAt: string | null;
                            expiresAt: string | null;
                            suspendedAt: string | null;
                            revokedAt: string | null;
                        };
                        key: string;
                    };
                };
            };
        };
    };
    DeleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                apiKeyId: string;
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
                "application/json": {
                    apiKeyIds: string[];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKeys: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            role: "viewer" | "agent" | "admin" | "owner";
                            projectIds: string[] | null;
                            createdAt: string;
                            createdBy: string | null;
                            lastUsedAt: string | null;
                            expiresAt: string | null;
                            suspendedAt: string | null;
                            revokedAt: string | null;
                        }[];
                    };
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
                    "application/json": {
                        entries: {
                            id: string;
                            at: string;
                            actor: {
                                /** @enum {string} */
                                type: "member" | "api_key" | "system";
                                id: string;
                                name: string;
                            };
                            action: string;
                            projectId: string | null;
                            target: string | null;
                            details: {
                                [key: string]: unknown;
                            };
                        }[];
                        nextCursor: string | null;
                    };
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
