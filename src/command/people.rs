//! The commands `people …`, which change the people in the database of a server that is not running.

use anyhow::Context as _;

use super::{read_new_password, with_market};
use crate::{
    app,
    cli::{People, PersonRole, RemovedLists},
    config::Config,
    domain::person::{Person, PersonOrigin, Role, check_name, is_same_name},
    store::{ListsOfRemoved, Store},
};

/// Runs a command for people.
pub fn people(config: Config, command: &People) -> anyhow::Result<()> {
    let config = with_market(config)?;
    let database = config.database();
    anyhow::ensure!(
        database.exists(),
        "there is no database at {}; start the server to create it",
        database.display()
    );
    // Read before the database is opened, which a server cannot use meanwhile.
    let asks_password = matches!(
        command,
        People::Password { .. }
            | People::Add {
                without_password: false,
                ..
            }
    );
    let password_hash = asks_password.then(read_new_password).transpose()?;
    let owner = &config.server.people.owner_name;
    let store = app::open_store(&config)?;
    let result = run(&store, command, owner, password_hash, &config);
    store.close()?;
    result
}

fn run(
    store: &Store,
    command: &People,
    owner: &str,
    password_hash: Option<String>,
    config: &Config,
) -> anyhow::Result<()> {
    let check_free = |name: &str| -> anyhow::Result<String> {
        let name = check_name(name)?;
        anyhow::ensure!(
            !is_same_name(&name, owner),
            "{owner} is the owner of this server"
        );
        Ok(name)
    };
    match command {
        People::List(_) => {
            outln!("{owner}: owner")?;
            for person in store.people()? {
                outln!("{}: {}", person.name, describe(&person))?;
            }
            Ok(())
        }
        People::Add { name, role, .. } => {
            let now = app::starting_at(config.market.now).now();
            let hash = password_hash.as_deref();
            let name = check_free(name)?;
            let person = store.add_person(&name, role.into(), hash, PersonOrigin::Page, now)?;
            outln!("added {}", person.name)
        }
        People::Rename { name, new_name, .. } => {
            let (person, new_name) = (find(store, name)?, check_free(new_name)?);
            check_editable(&person)?;
            store.change_person(person.id, |person| person.name.clone_from(&new_name))?;
            outln!("renamed {} to {new_name}", person.name)
        }
        People::Role { name, role, .. } => {
            let person = find(store, name)?;
            check_editable(&person)?;
            store.change_person(person.id, |person| person.role = role.into())?;
            outln!("changed the role of {}", person.name)
        }
        People::Password { name, .. } => {
            let person = find(store, name)?;
            check_editable(&person)?;
            store.change_person(person.id, |person| person.password_hash = password_hash)?;
            outln!("changed the password of {}", person.name)
        }
        People::Remove { name, lists, .. } => {
            let person = find(store, name)?;
            anyhow::ensure!(
                person.origin != PersonOrigin::File || !is_configured(config, &person),
                "the configuration file names {}; remove the person there first",
                person.name
            );
            store.remove_person(person.id, lists.into())?;
            outln!("removed {}", person.name)
        }
    }
}

fn find(store: &Store, name: &str) -> anyhow::Result<Person> {
    let mut people = store.people()?.into_iter();
    people
        .find(|person| is_same_name(&person.name, name))
        .with_context(|| format!("there is no person named '{name}'"))
}

fn is_configured(config: &Config, person: &Person) -> bool {
    let mut configured = config.server.people.others.iter();
    configured.any(|other| is_same_name(&other.name, &person.name))
}

/// Checks that the person is not set in the configuration file, which would undo the change at the next start.
fn check_editable(person: &Person) -> anyhow::Result<()> {
    anyhow::ensure!(
        person.origin == PersonOrigin::Page,
        "{} is set in the configuration file, so change it there",
        person.name
    );
    Ok(())
}

fn describe(person: &Person) -> String {
    let role = match person.role {
        Role::Viewer => "viewer",
        Role::Member => "member",
        Role::Owner => "owner",
    };
    let origin = match person.origin {
        PersonOrigin::File => ", from the configuration file",
        PersonOrigin::Page => "",
        PersonOrigin::Removed => ", no longer in the configuration file",
    };
    let password = if person.password_hash.is_some() {
        ""
    } else {
        ", without a password"
    };
    format!("{role}{origin}{password}")
}

impl From<&PersonRole> for Role {
    fn from(role: &PersonRole) -> Self {
        match role {
            PersonRole::Viewer => Self::Viewer,
            PersonRole::Member => Self::Member,
        }
    }
}

impl From<&RemovedLists> for ListsOfRemoved {
    fn from(lists: &RemovedLists) -> Self {
        match lists {
            RemovedLists::Move => Self::MoveToOwner,
            RemovedLists::Delete => Self::Delete,
        }
    }
}
