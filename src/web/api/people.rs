//! Endpoints for the people of a household: who is signed in, and the people whom the owner manages.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::person::{Person, PersonId, PersonOrigin, Role, check_name},
    runtime::password,
    store::{ListsOfRemoved, Store, StoreError},
    web::{
        AppState,
        http::{
            access::{Access, Caller},
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number},
        },
    },
};

/// Maximum length of a password in characters.
const MAX_PASSWORD_CHARS: usize = 1_000;

/// The person who sent the request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Me {
    /// The person's id; 1 is the owner of the server.
    id: u32,
    /// The person's name.
    name: String,
    /// What the person may do.
    role: Role,
    /// How the request was authenticated: password (also for a browser that signed in with a passkey), token, proxy (a trusted proxy named the person), or none (the server has no password).
    sign_in: &'static str,
    /// Whether other people use this server.
    has_people: bool,
    /// Whether the person can change their password here.
    can_change_password: bool,
}

/// A person of the household.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PersonRow {
    /// The person's id; 1 is the owner of the server.
    id: u32,
    /// The person's name.
    name: String,
    /// Whether this is the person who sent the request.
    is_own: bool,
    /// What the person may do; null unless the owner asks.
    role: Option<Role>,
    /// file (the configuration), page (the web app or `marketdeck people`) or removed (the configuration no longer names the person, whose
    /// data stays until the owner removes them); null unless the owner asks.
    origin: Option<PersonOrigin>,
    /// Whether the person has a password; null unless the owner asks.
    has_password: Option<bool>,
    /// Time at which the person was added; null unless the owner asks, and for the owner.
    #[schema(value_type = Option<String>, format = DateTime)]
    since: Option<Timestamp>,
}

/// A new person.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPerson {
    /// Name for the sign-in, unique without regard to case.
    #[schema(max_length = 60, pattern = r"^[^:\x00-\x1f]*\S[^:\x00-\x1f]*$")]
    name: String,
    /// member (default) or viewer.
    #[serde(default = "member")]
    role: Role,
    /// Password of 8 to 1,000 characters; null for a person whom a trusted proxy signs in.
    #[serde(default)]
    password: Option<String>,
}

fn member() -> Role {
    Role::Member
}

/// Changes of a person. A missing field keeps its value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PersonChange {
    /// The new name.
    #[serde(default)]
    #[schema(max_length = 60)]
    name: Option<String>,
    /// member or viewer.
    #[serde(default)]
    role: Option<Role>,
    /// A new password, which ends the person's sessions.
    #[serde(default)]
    password: Option<String>,
}

/// A change of one's own password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordChange {
    /// The current password.
    current: String,
    /// The new password, of 8 to 1,000 characters.
    new: String,
}

/// Returns the person who sent the request.
#[utoipa::path(get, path = "/api/me", responses((status = 200, description = "The person who sent the request.", body = Me)))]
pub(crate) fn me(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let identity = request.caller.identity().ok_or_else(ApiError::internal)?;
    let accounts = state.access.as_ref().map(Access::accounts);
    let account = accounts
        .as_ref()
        .and_then(|accounts| accounts.get(identity.person));
    let me = Me {
        id: identity.person.0,
        name: account.map_or_else(
            || state.settings.owner_name.clone(),
            |account| account.person.name.clone(),
        ),
        role: identity.role,
        sign_in: match request.caller {
            Caller::Unauthenticated | Caller::AuthDisabled => "none",
            Caller::Password(_) | Caller::Browser(..) => "password",
            Caller::Program(..) => "token",
            Caller::Proxy(_) => "proxy",
        },
        has_people: accounts
            .as_ref()
            .is_some_and(|accounts| accounts.has_others()),
        can_change_password: request.caller.may_manage_tokens()
            && identity.role == Role::Member
            && account.is_some_and(|account| {
                account.person.origin == PersonOrigin::Page
                    && account.person.password_hash.is_some()
            }),
    };
    Ok(reply::json(StatusCode::OK, &me))
}

/// Lists the people, the owner first. Only the owner gets more than their ids and names.
#[utoipa::path(get, path = "/api/people", responses((status = 200, description = "The people, the owner first.", body = Vec<PersonRow>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let people = state.store.run(Store::people).await?;
    let settings = &state.settings;
    let owner = Person::owner(&settings.owner_name, &settings.password_hash);
    let is_owner = request.caller.is_owner();
    let people = std::iter::once(owner).chain(people);
    let visible = people.filter(|person| is_owner || person.origin != PersonOrigin::Removed);
    let rows: Vec<_> = visible
        .map(|person| row(&person, request, is_owner))
        .collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Adds a person, who can sign in at once.
#[utoipa::path(post, path = "/api/people", request_body = NewPerson,
    responses((status = 201, description = "The new person.", body = PersonRow),
        (status = 409, description = "Another person has the name, or the owner has no password yet.", body = String)))]
pub(crate) async fn add(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewPerson = request.json()?;
    let access = people_management(state)?;
    let name = check_free_name(access, &new.name, None)?;
    check_role(new.role)?;
    let hash = match new.password {
        Some(password) => Some(hash_password(password).await?),
        None => None,
    };
    let (role, now) = (new.role, state.now());
    let person = state
        .store
        .run(move |store| store.add_person(&name, role, hash.as_deref(), PersonOrigin::Page, now))
        .await?;
    access.reload_people().await?;
    Ok(reply::json(
        StatusCode::CREATED,
        &row(&person, request, true),
    ))
}

/// Renames a person, or changes their role or password. A new password ends the person's sessions.
#[utoipa::path(patch, path = "/api/people/{id}", params(("id" = u32, Path)), request_body = PersonChange,
    responses((status = 200, description = "The changed person.", body = PersonRow),
        (status = 404, description = "There is no such person.", body = String),
        (status = 409, description = "Another person has the name, or the configuration file sets the person.", body = String)))]
pub(crate) async fn change(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, change) = (
        PersonId(positive_number(id, "person")?),
        request.json::<PersonChange>()?,
    );
    if change.name.is_none() && change.role.is_none() && change.password.is_none() {
        return Err(ApiError::unprocessable(
            "Nothing to change: send name, role or password.",
        ));
    }
    let access = people_management(state)?;
    let person = read(state, id).await?;
    if person.origin != PersonOrigin::Page {
        return Err(ApiError::conflict(format!(
            "{} is set in the configuration file, so change it there.",
            person.name
        )));
    }
    let name = change
        .name
        .map(|name| check_free_name(access, &name, Some(id)))
        .transpose()?;
    change.role.map_or(Ok(()), check_role)?;
    let hash = match change.password {
        Some(password) => Some(hash_password(password).await?),
        None => None,
    };
    let role = change.role;
    let person = state
        .store
        .run(move |store| {
            store.change_person(id, |person| {
                person.name = name.unwrap_or_else(|| person.name.clone());
                person.role = role.unwrap_or(person.role);
                person.password_hash = hash.or_else(|| person.password_hash.clone());
            })
        })
        .await?;
    access.reload_people().await?;
    Ok(reply::json(StatusCode::OK, &row(&person, request, true)))
}

/// Removes a person with all their data, and signs them out everywhere. `lists` says what becomes of their watchlists.
#[utoipa::path(delete, path = "/api/people/{id}", params(("id" = u32, Path),
        ("lists" = String, Query, pattern = "^(move|delete)$", description = "move: the person's watchlists become the owner's; delete: they are deleted")),
    responses((status = 204, description = "The person is removed."),
        (status = 404, description = "There is no such person.", body = String),
        (status = 409, description = "The configuration file names the person; remove them there first.", body = String)))]
pub(crate) async fn remove(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = PersonId(positive_number(id, "person")?);
    let lists = match request.query("lists").as_deref() {
        Some("move") => ListsOfRemoved::MoveToOwner,
        Some("delete") => ListsOfRemoved::Delete,
        Some(other) => {
            return Err(ApiError::bad_request(format!(
                "Invalid lists '{other}'; expected move or delete."
            )));
        }
        None => {
            return Err(ApiError::bad_request(
                "Missing query parameter 'lists'; expected move or delete.",
            ));
        }
    };
    let access = people_management(state)?;
    let person = read(state, id).await?;
    if person.origin == PersonOrigin::File {
        return Err(ApiError::conflict(format!(
            "The configuration file names {}; remove the person there first.",
            person.name
        )));
    }
    state.alerts.remove_person(id, lists, state.now()).await?;
    state.choose_currency(id, None);
    access.reload_people().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Changes the own password. Ends the person's other sessions.
#[utoipa::path(put, path = "/api/me/password", request_body = PasswordChange,
    responses((status = 204, description = "The password is changed; all other sessions are ended."),
        (status = 409, description = "The password is set in the configuration or by a proxy.", body = String)))]
pub(crate) async fn change_password(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let PasswordChange { current, new } = request.json()?;
    let access = people_management(state)?;
    let id = request.person();
    let person = match id {
        PersonId::OWNER => None,
        id => Some(read(state, id).await?),
    };
    let Some(person) = person
        .filter(|person| person.origin == PersonOrigin::Page && person.password_hash.is_some())
    else {
        return Err(ApiError::conflict(
            "This password is not set here: the owner's is in the server's settings, others may be in the configuration file or at a proxy.",
        ));
    };
    if !access.is_password_of(&person, current, state.now()).await? {
        return Err(ApiError::forbidden("The current password is wrong."));
    }
    let hash = hash_password(new).await?;
    let changed = state
        .store
        .run(move |store| store.change_person(id, |person| person.password_hash = Some(hash)))
        .await?;
    // The session of this request continues, as it has proved the password.
    access.keep_session(request.caller, changed).await?;
    access.reload_people().await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

async fn read(state: &AppState, id: PersonId) -> Result<Person> {
    let people = state.store.run(Store::people).await?;
    let mut people = people.into_iter();
    people
        .find(|person| person.id == id)
        .ok_or_else(|| StoreError::NotFound("person").into())
}

fn row(person: &Person, request: &ApiRequest, is_owner: bool) -> PersonRow {
    let is_other = person.id != PersonId::OWNER;
    PersonRow {
        id: person.id.0,
        name: person.name.clone(),
        is_own: person.id == request.person(),
        role: is_owner.then_some(person.role),
        origin: is_owner.then_some(person.origin),
        has_password: is_owner.then_some(person.password_hash.is_some()),
        since: (is_owner && is_other).then_some(person.since),
    }
}

/// Returns the access control, or 409 on a server without a password, on which everybody is the owner.
fn people_management(state: &AppState) -> Result<&Access> {
    state.access.as_ref().ok_or_else(|| {
        ApiError::conflict("Set a password for yourself first: without one, everybody who reaches this server is its owner.")
    })
}

/// Checks and trims a name that no other person has; the stored people are checked again when the change is written.
fn check_free_name(access: &Access, name: &str, own: Option<PersonId>) -> Result<String> {
    let name = check_name(name)?;
    let accounts = access.accounts();
    match accounts.by_name(&name) {
        Some(account) if Some(account.person.id) != own => Err(ApiError::conflict(format!(
            "There is already a person called '{}'.",
            account.person.name
        ))),
        _ => Ok(name),
    }
}

fn check_role(role: Role) -> Result<()> {
    if role == Role::Owner {
        return Err(ApiError::unprocessable(
            "There is only one owner; expected the role member or viewer.",
        ));
    }
    Ok(())
}

/// Hashes a password on a thread for blocking work.
async fn hash_password(password: String) -> Result<String> {
    let count = password.chars().count();
    if !(password::MIN_CHARS..=MAX_PASSWORD_CHARS).contains(&count) {
        return Err(ApiError::unprocessable(
            "A password needs 8 to 1,000 characters.",
        ));
    }
    let hash = tokio::task::spawn_blocking(move || password::hash_password(&password));
    hash.await.ok().flatten().ok_or_else(ApiError::internal)
}
